package io.alluvium.runtime.expression;

import io.alluvium.core.type.DataType;

/**
 * The Java expressions that hold an SQL value in generated code: cheap ones without effects (a variable, an array element, a
 * literal), so that they may be written more than once.
 *
 * @param first the boolean, long or double; the high half; the array
 * @param second the low half; the start; else empty
 * @param third the length; else empty
 * @param isNull {@code "true"}, {@code "false"} or a variable
 * @param narrow a WIDE value that is known to fit 64 bits
 */
record Value(DataType type, Form form, String first, String second, String third, String isNull, boolean narrow) {

    static Value single(DataType type, Form form, String text, String isNull) {
        return new Value(type, form, text, "", "", isNull, false);
    }

    static Value wide(DataType type, String high, String low, String isNull) {
        return new Value(type, Form.WIDE, high, low, "", isNull, false);
    }

    /** A WIDE value given by a long. */
    static Value narrow(DataType type, String value, String isNull) {
        return new Value(type, Form.WIDE, "(" + value + " >> 63)", value, "", isNull, true);
    }

    static Value bytes(DataType type, String data, String start, String length, String isNull) {
        return new Value(type, Form.BYTES, data, start, length, isNull, false);
    }

    static Value nullOf(DataType type) {
        return switch (Form.of(type)) {
            case BOOLEAN -> single(type, Form.BOOLEAN, "false", "true");
            case LONG -> single(type, Form.LONG, "0L", "true");
            case DOUBLE -> single(type, Form.DOUBLE, "0.0d", "true");
            case WIDE -> narrow(type, "0L", "true");
            case BYTES -> bytes(type, "null", "0", "0", "true");
        };
    }

    boolean isAlwaysNull() {
        return isNull.equals("true");
    }

    boolean isNeverNull() {
        return isNull.equals("false");
    }

    Value withType(DataType newType) {
        return new Value(newType, form, first, second, third, isNull, narrow);
    }

    /** The value as a 128-bit number. */
    Value asWide() {
        return form == Form.WIDE ? this : narrow(type, first, isNull);
    }

    /** The low 64 bits: the value itself where it fits them. */
    String low() {
        return form == Form.WIDE ? second : first;
    }

    /** Both halves as arguments of a call. */
    String halves() {
        Value wide = asWide();
        return wide.first + ", " + wide.second;
    }

    /** Array, start and length as arguments of a call. */
    String range() {
        return first + ", " + second + ", " + third;
    }
}
