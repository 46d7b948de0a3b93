package io.alluvium.runtime.expression;

import io.alluvium.core.type.DataType;

/** How a value is held in the local variables of generated code. */
enum Form {
    /** One Java boolean. */
    BOOLEAN("boolean", "false"),
    /** One long. */
    LONG("long", "0L"),
    /** One double. */
    DOUBLE("double", "0.0d"),
    /** Two longs: high, low. */
    WIDE("long", "0L"),
    /** An array, a start and a length. */
    BYTES("byte[]", "null");

    final String javaType;
    final String zero;

    Form(String javaType, String zero) {
        this.javaType = javaType;
        this.zero = zero;
    }

    static Form of(DataType type) {
        if (type.is(DataType.Scalar.BOOLEAN)) {
            return BOOLEAN;
        }
        return switch (type.kind()) {
            case LONG -> LONG;
            case DOUBLE -> DOUBLE;
            case INT128 -> WIDE;
            case BYTES -> BYTES;
        };
    }
}
