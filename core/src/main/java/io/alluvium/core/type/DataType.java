package io.alluvium.core.type;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The SQL type of a column or expression, with its nullability. Two types are equal when they print the same.
 *
 * <p>How values are held (see {@link ColumnKind}): everything up to 64 bits in a long, FLOAT and DOUBLE in a double, DECIMAL of
 * more than 18 digits in 128 bits, the rest as bytes.
 */
public sealed interface DataType extends Serializable {

    boolean nullable();

    DataType withNullable(boolean nullable);

    /** How values of this type are held in a column, in state and in generated code. */
    ColumnKind kind();

    /** The type as users write it, without nullability: {@code DECIMAL(10, 2)}. */
    String sql();

    /** The type as DDL writes it: {@code DECIMAL(10, 2) NOT NULL}. */
    default String ddl() {
        return nullable() ? sql() : sql() + " NOT NULL";
    }

    /** The types that have no parameters, intervals included. */
    enum Scalar {
        /** 0 or 1. */
        BOOLEAN,
        TINYINT,
        SMALLINT,
        INT,
        BIGINT,
        /** A double that holds a float's value exactly. */
        FLOAT,
        DOUBLE,
        /** Days since 1970-01-01. */
        DATE,
        /** Months. */
        INTERVAL_MONTH,
        /** Microseconds. */
        INTERVAL_MICROSECOND,
        /** The type of a bare NULL literal; always nullable. */
        NULL
    }

    /** A type without parameters. */
    record Simple(Scalar scalar, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Simple(scalar, value);
        }

        @Override
        public ColumnKind kind() {
            return scalar == Scalar.FLOAT || scalar == Scalar.DOUBLE ? ColumnKind.DOUBLE : ColumnKind.LONG;
        }

        @Override
        public String sql() {
            return switch (scalar) {
                case INTERVAL_MONTH -> "INTERVAL MONTH";
                case INTERVAL_MICROSECOND -> "INTERVAL SECOND(6)";
                case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, NULL -> scalar.name();
            };
        }
    }

    /** An exact number: unscaled value in a long up to 18 digits, else in 128 bits. */
    record Decimal(int precision, int scale, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Decimal(precision, scale, value);
        }

        @Override
        public ColumnKind kind() {
            return precision <= 18 ? ColumnKind.LONG : ColumnKind.INT128;
        }

        @Override
        public String sql() {
            return "DECIMAL(" + precision + ", " + scale + ")";
        }
    }

    /** Text in UTF-8: CHAR(n) is held without padding, VARCHAR(n), STRING is VARCHAR of {@link #MAX_LENGTH}. */
    record Text(int length, boolean fixed, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Text(length, fixed, value);
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.BYTES;
        }

        @Override
        public String sql() {
            return length == MAX_LENGTH ? "STRING" : (fixed ? "CHAR(" : "VARCHAR(") + length + ")";
        }
    }

    /** Bytes: BINARY(n), VARBINARY(n), BYTES is VARBINARY of {@link #MAX_LENGTH}. */
    record Binary(int length, boolean fixed, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Binary(length, fixed, value);
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.BYTES;
        }

        @Override
        public String sql() {
            return length == MAX_LENGTH ? "BYTES" : (fixed ? "BINARY(" : "VARBINARY(") + length + ")";
        }
    }

    /** TIME (microseconds of the day), TIMESTAMP and TIMESTAMP_LTZ (microseconds since 1970, wall clock or UTC). */
    record Temporal(TemporalKind temporal, int precision, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Temporal(temporal, precision, value);
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.LONG;
        }

        @Override
        public String sql() {
            return temporal.name() + "(" + precision + ")";
        }
    }

    /** Which clock a temporal value reads. */
    enum TemporalKind {
        TIME,
        TIMESTAMP,
        TIMESTAMP_LTZ
    }

    /** ARRAY of elements; the value is held as the bytes of {@link io.alluvium.core.row.NestedValues}. */
    record Array(DataType element, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Array(element, value);
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.BYTES;
        }

        @Override
        public String sql() {
            return "ARRAY<" + element.ddl() + ">";
        }
    }

    /** MAP with unique keys, held sorted by the keys' canonical bytes. */
    record MapOf(DataType key, DataType value, boolean nullable) implements DataType {
        @Override
        public DataType withNullable(boolean now) {
            return now == nullable ? this : new MapOf(key, value, now);
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.BYTES;
        }

        @Override
        public String sql() {
            return "MAP<" + key.ddl() + ", " + value.ddl() + ">";
        }
    }

    /** ROW of named fields. */
    record Row(List<Field> fields, boolean nullable) implements DataType {
        public Row {
            fields = List.copyOf(fields);
        }

        @Override
        public DataType withNullable(boolean value) {
            return value == nullable ? this : new Row(fields, value);
        }

        @Override
        public ColumnKind kind() {
            return ColumnKind.BYTES;
        }

        @Override
        public String sql() {
            return fields.stream()
                    .map(field -> "`" + field.name().replace("`", "``") + "` "
                            + field.type().ddl())
                    .collect(Collectors.joining(", ", "ROW<", ">"));
        }
    }

    /** A named field of a row type or schema. */
    record Field(String name, DataType type) implements Serializable {}

    int MAX_LENGTH = Integer.MAX_VALUE;
    int MAX_DECIMAL_PRECISION = 38;

    static DataType of(Scalar scalar) {
        return new Simple(scalar, true);
    }

    static DataType bool() {
        return of(Scalar.BOOLEAN);
    }

    static DataType integer() {
        return of(Scalar.INT);
    }

    static DataType bigint() {
        return of(Scalar.BIGINT);
    }

    static DataType doubles() {
        return of(Scalar.DOUBLE);
    }

    static DataType date() {
        return of(Scalar.DATE);
    }

    static DataType decimal(int precision, int scale) {
        return new Decimal(precision, scale, true);
    }

    static DataType string() {
        return new Text(MAX_LENGTH, false, true);
    }

    static DataType bytes() {
        return new Binary(MAX_LENGTH, false, true);
    }

    static DataType timestamp(int precision) {
        return new Temporal(TemporalKind.TIMESTAMP, precision, true);
    }

    static DataType timestampLtz(int precision) {
        return new Temporal(TemporalKind.TIMESTAMP_LTZ, precision, true);
    }

    static DataType array(DataType element) {
        return new Array(element, true);
    }

    static DataType map(DataType key, DataType value) {
        return new MapOf(key, value, true);
    }

    static DataType row(Field... fields) {
        return new Row(List.of(fields), true);
    }

    /** True for the exact integers TINYINT to BIGINT. */
    default boolean isInteger() {
        return this instanceof Simple simple
                && switch (simple.scalar()) {
                    case TINYINT, SMALLINT, INT, BIGINT -> true;
                    case BOOLEAN, FLOAT, DOUBLE, DATE, INTERVAL_MONTH, INTERVAL_MICROSECOND, NULL -> false;
                };
    }

    /** True for FLOAT and DOUBLE. */
    default boolean isApproximate() {
        return kind() == ColumnKind.DOUBLE;
    }

    /** True for this type without parameters. */
    default boolean is(Scalar scalar) {
        return this instanceof Simple simple && simple.scalar() == scalar;
    }

    /** Lower-case word for messages: {@code bigint}. */
    default String word() {
        return sql().toLowerCase(Locale.ROOT);
    }
}
