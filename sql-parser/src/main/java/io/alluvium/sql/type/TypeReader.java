package io.alluvium.sql.type;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.sql.grammar.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Makes data types from what the grammar read: fills in defaults, and refuses what is outside the dialect with what to write
 * instead. Called by the generated parser.
 */
public final class TypeReader {
    /** A precision, scale or length that was not written. */
    public static final int UNSPECIFIED = -1;

    private static final int MAX_TIME_PRECISION = 6;
    private static final int DEFAULT_DECIMAL_PRECISION = 10;

    private static final List<String> NAMES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "INTEGER",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL",
            "NUMERIC",
            "CHAR",
            "VARCHAR",
            "STRING",
            "BINARY",
            "VARBINARY",
            "BYTES",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "TIMESTAMP_LTZ",
            "INTERVAL",
            "ARRAY",
            "MAP",
            "ROW");

    /** Types of other systems and what they are called here. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("TEXT", "STRING"),
            Map.entry("CLOB", "STRING"),
            Map.entry("JSON", "STRING"),
            Map.entry("ENUM", "STRING"),
            Map.entry("UUID", "STRING"),
            Map.entry("VARCHAR2", "STRING"),
            Map.entry("NVARCHAR", "STRING"),
            Map.entry("BLOB", "BYTES"),
            Map.entry("BYTEA", "BYTES"),
            Map.entry("DATETIME", "TIMESTAMP(3)"),
            Map.entry("TIMESTAMPTZ", "TIMESTAMP_LTZ(3)"),
            Map.entry("BOOL", "BOOLEAN"),
            Map.entry("BIT", "BOOLEAN"),
            Map.entry("LONG", "BIGINT"),
            Map.entry("INT2", "SMALLINT"),
            Map.entry("INT4", "INT"),
            Map.entry("INT8", "BIGINT"),
            Map.entry("MEDIUMINT", "INT"),
            Map.entry("FLOAT4", "FLOAT"),
            Map.entry("FLOAT8", "DOUBLE"),
            Map.entry("NUMBER", "DECIMAL(38, 18)"),
            Map.entry("UNSIGNED", "BIGINT"));

    private TypeReader() {}

    /** The type inside a specification that this grammar made, such as the second operand of a CAST. */
    public static DataType of(SqlDataTypeSpec spec) {
        if (spec.getTypeNameSpec() instanceof DialectTypeSpec dialect) {
            return dialect.type();
        }
        throw new Refusal(
                ErrorCode.TYPE_UNSUPPORTED,
                spec.getParserPosition(),
                "type \"" + spec + "\" is not a type of the dialect",
                null);
    }

    public static DataType decimal(int precision, int scale, SqlParserPos pos) {
        int digits = precision == UNSPECIFIED ? DEFAULT_DECIMAL_PRECISION : precision;
        int fraction = scale == UNSPECIFIED ? 0 : scale;
        if (digits < 1 || digits > DataType.MAX_DECIMAL_PRECISION) {
            throw refused(
                    pos,
                    "DECIMAL has 1 to 38 digits, not " + digits,
                    "write DECIMAL(38, " + Math.min(fraction, DataType.MAX_DECIMAL_PRECISION)
                            + "), or STRING to keep every digit as text");
        }
        if (fraction > digits) {
            throw refused(
                    pos,
                    "DECIMAL(" + digits + ", " + fraction + ") has more fraction digits than digits",
                    "the first number counts all digits: write DECIMAL("
                            + Math.min(DataType.MAX_DECIMAL_PRECISION, digits + fraction) + ", " + fraction + ")");
        }
        return DataType.decimal(digits, fraction);
    }

    public static DataType text(int length, boolean fixed, SqlParserPos pos) {
        return new DataType.Text(length(length, fixed, fixed ? "CHAR" : "VARCHAR", pos), fixed, true);
    }

    public static DataType binary(int length, boolean fixed, SqlParserPos pos) {
        return new DataType.Binary(length(length, fixed, fixed ? "BINARY" : "VARBINARY", pos), fixed, true);
    }

    private static int length(int length, boolean fixed, String name, SqlParserPos pos) {
        if (length == UNSPECIFIED) {
            return fixed ? 1 : DataType.MAX_LENGTH;
        }
        if (length < 1) {
            throw refused(pos, name + " has a length of at least 1, not " + length, "write " + name + "(1)");
        }
        return length;
    }

    public static DataType time(int precision, SqlParserPos pos) {
        return temporal(TemporalKind.TIME, precision == UNSPECIFIED ? 0 : precision, pos);
    }

    /** TIMESTAMP, with or without a zone clause. WITH TIME ZONE alone, a zone a value, does not exist here. */
    public static DataType timestamp(int precision, boolean withZone, boolean local, SqlParserPos pos) {
        if (withZone && !local) {
            throw refused(
                    pos,
                    "TIMESTAMP WITH TIME ZONE, with a zone in each value, is not supported",
                    "write TIMESTAMP_LTZ(" + (precision == UNSPECIFIED ? 3 : Math.min(precision, MAX_TIME_PRECISION))
                            + ") for an instant");
        }
        return withZone
                ? timestampLtz(precision, pos)
                : temporal(TemporalKind.TIMESTAMP, precision == UNSPECIFIED ? MAX_TIME_PRECISION : precision, pos);
    }

    public static DataType timestampLtz(int precision, SqlParserPos pos) {
        return temporal(TemporalKind.TIMESTAMP_LTZ, precision == UNSPECIFIED ? MAX_TIME_PRECISION : precision, pos);
    }

    private static DataType temporal(TemporalKind kind, int precision, SqlParserPos pos) {
        if (precision > MAX_TIME_PRECISION) {
            throw refused(
                    pos,
                    kind + " has at most 6 fraction digits (microseconds), not " + precision,
                    "write " + kind + "(6)");
        }
        return new DataType.Temporal(kind, precision, true);
    }

    public static DataType interval(SqlIntervalQualifier qualifier, SqlParserPos pos) {
        if (qualifier.isYearMonth()) {
            return DataType.of(Scalar.INTERVAL_MONTH);
        }
        if (qualifier.getFractionalSecondPrecisionPreservingDefault() > MAX_TIME_PRECISION) {
            throw refused(
                    pos,
                    "INTERVAL has at most 6 fraction digits (microseconds), not "
                            + qualifier.getFractionalSecondPrecisionPreservingDefault(),
                    "write INTERVAL DAY TO SECOND(6)");
        }
        return DataType.of(Scalar.INTERVAL_MICROSECOND);
    }

    public static DataType row(List<DataType.Field> fields, SqlParserPos pos) {
        Set<String> names = new HashSet<>();
        for (DataType.Field field : fields) {
            if (!names.add(field.name())) {
                throw refused(
                        pos, "field \"" + field.name() + "\" stands twice in ROW", "give each field its own name");
            }
        }
        return new DataType.Row(fields, true);
    }

    public static DataType emptyRow(SqlParserPos pos) {
        throw refused(pos, "ROW has no fields", "write ROW<name type, ..>");
    }

    public static DataType multiset(SqlParserPos pos) {
        throw refused(pos, "MULTISET is not supported", "write ARRAY<type>, or MAP<type, INT> with a count");
    }

    public static DataType unknown(SqlIdentifier name) {
        String written = name.toString();
        String here = ELSEWHERE.get(written.toUpperCase(Locale.ROOT));
        String hint = here == null ? Suggestion.didYouMean(written, NAMES) : "write " + here;
        throw new Refusal(
                ErrorCode.TYPE_UNSUPPORTED,
                name.getParserPosition(),
                "type \"" + written + "\" does not exist",
                hint == null ? "the types are " + String.join(", ", NAMES) : hint);
    }

    private static Refusal refused(SqlParserPos pos, String problem, String hint) {
        return new Refusal(ErrorCode.TYPE_UNSUPPORTED, pos, problem, hint);
    }
}
