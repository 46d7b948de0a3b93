package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.bigint;
import static io.alluvium.runtime.expression.Expressions.bool;
import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.cast;
import static io.alluvium.runtime.expression.Expressions.decimal;
import static io.alluvium.runtime.expression.Expressions.doubles;
import static io.alluvium.runtime.expression.Expressions.expect;
import static io.alluvium.runtime.expression.Expressions.fails;
import static io.alluvium.runtime.expression.Expressions.integer;
import static io.alluvium.runtime.expression.Expressions.nothing;
import static io.alluvium.runtime.expression.Expressions.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.Temporal;
import io.alluvium.core.type.DataType.TemporalKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class CastTest {
    private static final DataType TINYINT = DataType.of(Scalar.TINYINT);
    private static final DataType SMALLINT = DataType.of(Scalar.SMALLINT);
    private static final DataType FLOAT = DataType.of(Scalar.FLOAT);

    private static DataType time(int precision) {
        return new Temporal(TemporalKind.TIME, precision, true);
    }

    private static void refused(String text, DataType type) {
        fails(ErrorCode.CAST_FAILED, cast(text(text), type));
        expect("NULL", call("TRY_CAST", type, text(text)));
    }

    @Test
    void integersFromText() {
        expect("-1", cast(text("-1"), TINYINT));
        expect("-32768", cast(text("-32768"), SMALLINT));
        expect("-9223372036854775808", cast(text("-9223372036854775808"), DataType.bigint()));
        expect("9223372036854775807", cast(text(" +9223372036854775807 "), DataType.bigint()));
        expect("5", cast(text("5.00"), DataType.integer()));
        for (String bad :
                List.of("", " ", "-", "1.5", "1e3", "0x1", "１", "12a", "1 2", "2147483648", "99999999999999999999")) {
            refused(bad, DataType.integer());
        }
        refused("128", TINYINT);
        refused("9223372036854775808", DataType.bigint());
        assertEquals(
                "'abc' cannot be cast to INT", fails(ErrorCode.CAST_FAILED, cast(text("abc"), DataType.integer())));
    }

    @Test
    void integersFromNumbers() {
        fails(ErrorCode.CAST_FAILED, cast(bigint(65535), SMALLINT));
        expect("-2", cast(decimal("-2.9"), DataType.integer()));
        expect("2", cast(doubles(2.999), DataType.integer()));
        fails(ErrorCode.CAST_FAILED, cast(doubles(9.3e18), DataType.bigint()));
        fails(ErrorCode.CAST_FAILED, cast(doubles(Double.NaN), DataType.integer()));
        expect("-9223372036854775808", cast(doubles(-0x1p63), DataType.bigint()));
        fails(ErrorCode.CAST_FAILED, cast(decimal("12345678901234567890123", 38, 0), DataType.bigint()));
        expect("1", cast(bool(true), DataType.integer()));
    }

    @Test
    void decimalsKeepEveryDigitOrFail() {
        DataType wide = DataType.decimal(38, 3);
        expect("123456789876543212345678987654321.110", cast(text("123456789876543212345678987654321.110"), wide));
        expect("12.35", cast(text("12.345"), DataType.decimal(10, 2)));
        expect("-12.35", cast(decimal("-12.345"), DataType.decimal(10, 2)));
        expect("12.34", cast(decimal("12.344"), DataType.decimal(10, 2)));
        expect("100.00", cast(decimal("99.995"), DataType.decimal(5, 2)));
        fails(ErrorCode.CAST_FAILED, cast(decimal("99.995"), DataType.decimal(4, 2)));
        fails(ErrorCode.CAST_FAILED, cast(text("1000"), DataType.decimal(5, 2)));
        fails(ErrorCode.CAST_FAILED, cast(integer(1000), DataType.decimal(5, 2)));
        expect("1200.00", cast(text("1.2E3"), DataType.decimal(10, 2)));
        expect("0.00", cast(text("1E-4000"), DataType.decimal(10, 2)));
        refused("1E999999999", DataType.decimal(10, 2));
        refused("1..2", DataType.decimal(10, 2));
        refused("", DataType.decimal(10, 2));
        refused("NaN", DataType.decimal(10, 2));
        expect("7.000", cast(integer(7), wide));
        expect("-0.07", cast(text("-0.07"), DataType.decimal(3, 2)));
    }

    @Test
    void doublesBecomeTheDecimalOfTheirShortestText() {
        expect("0.10000000000000000000", cast(doubles(0.1), DataType.decimal(38, 20)));
        expect("0.10", cast(cast(doubles(0.1), FLOAT), DataType.decimal(10, 2)));
        expect("2.68", cast(doubles(2.675), DataType.decimal(10, 2)));
        fails(ErrorCode.CAST_FAILED, cast(doubles(Double.POSITIVE_INFINITY), DataType.decimal(10, 2)));
        expect("0.1", cast(decimal("0.1"), DataType.doubles()));
        expect("1.2345678901234567E19", cast(decimal("12345678901234567890.5", 38, 1), DataType.doubles()));
    }

    @Test
    void doublesFromText() {
        expect("0.1", cast(text(" 0.1 "), DataType.doubles()));
        expect("NaN", cast(text("NaN"), DataType.doubles()));
        expect("-Infinity", cast(text("-Infinity"), DataType.doubles()));
        expect("0.1", cast(text("0.1"), FLOAT));
        for (String bad : List.of("1e400", "0x1p3", "1d", "", "1e", ".")) {
            refused(bad, DataType.doubles());
        }
    }

    @Test
    void booleansAndText() {
        expect("TRUE", cast(text("True"), DataType.bool()));
        expect("FALSE", cast(text("0"), DataType.bool()));
        refused("2", DataType.bool());
        expect("TRUE", cast(bool(true), DataType.string()));
        expect("TRUE", cast(integer(2), DataType.bool()));
    }

    @Test
    void textOfValues() {
        expect("-1.50", cast(decimal("-1.50"), DataType.string()));
        expect("42", cast(integer(42), DataType.string()));
        expect("1.0E10", cast(doubles(1e10), DataType.string()));
        expect("2024-03-01", cast(cast(text("2024-3-1"), DataType.date()), DataType.string()));
        expect(
                "2024-03-01 12:34:56.120",
                cast(cast(text("2024-03-01 12:34:56.12"), DataType.timestamp(3)), DataType.string()));
        expect("ab", cast(text("abcd"), new DataType.Text(2, false, true)));
        expect("北京", cast(text("北京市"), new DataType.Text(2, false, true)));
        expect("ab", cast(text("ab   "), new DataType.Text(5, true, true)));
        expect("2", call("CHAR_LENGTH", DataType.integer(), cast(text("ab"), new DataType.Text(5, true, true))));
        expect("e68891", cast(cast(text("我"), DataType.bytes()), DataType.string()));
        expect("NULL", cast(nothing(DataType.integer()), DataType.string()));
    }

    @Test
    void datesAndTimesFromText() {
        expect("2024-02-29", cast(text("2024-02-29"), DataType.date()));
        for (String bad :
                List.of("2010-02-30", "2023-02-29", "24-1-1", "2024-13-01", "2024-01-01x", "", "2024/01/01")) {
            refused(bad, DataType.date());
        }
        expect("12:34:56.120", cast(text("12:34:56.12"), time(3)));
        for (String bad : List.of("100:00:01", "-00:00:00.12", "838:59:59", "24:00:00", "12:60:00", "12")) {
            refused(bad, time(0));
        }
        expect("100:00:01", cast(text("100:00:01"), DataType.string()));
        expect("2010-10-14 12:22:22.123456", cast(text("2010-10-14 12:22:22.123456"), DataType.timestamp(6)));
        expect("2010-10-14 12:22:22", cast(text("2010-10-14T12:22:22.999"), DataType.timestamp(0)));
        expect("2010-10-14 00:00:00", cast(text("2010-10-14"), DataType.timestamp(0)));
        refused("2010-02-30 00:00:00", DataType.timestamp(3));
        refused("2010-02-03 00:00:00Z", DataType.timestamp(3));
        expect("1969-12-31 23:59:59.500", cast(text("1969-12-31 23:59:59.5"), DataType.timestamp(3)));
    }

    @Test
    void instantsFollowTheSessionZone() {
        DataType instant = DataType.timestampLtz(3);
        Expression eight = cast(text("2024-01-01 08:00:00"), instant);
        assertEquals(
                1_704_067_200_000_000L,
                new EngineConstantEvaluator(Expressions.SHANGHAI)
                        .evaluate(eight)
                        .value());
        expect("2024-01-01 08:00:00.000", cast(text("2024-01-01 00:00:00Z"), instant));
        expect("2024-01-01 08:00:00.000", cast(text("2024-01-01 02:00:00+02:00"), instant));
        expect("2024-01-01 08:00:00.000", cast(eight, DataType.timestamp(3)));
        expect("2024-01-01", cast(cast(text("2023-12-31 23:00:00Z"), instant), DataType.date()));
        expect("08:00:00", cast(eight, time(0)));
        expect("2024-01-01 00:00:00.000", cast(cast(text("2024-01-01"), DataType.date()), instant));
        expect("2024-01-01 08:00:00.000", cast(cast(text("2024-01-01 08:00:00"), DataType.timestamp(3)), instant));
    }

    @Test
    void nestedValuesArecastPartByPart() {
        Expression array = call("ARRAY", DataType.array(DataType.string()), text("1"), nothing(DataType.string()));
        expect("[1, NULL]", cast(array, DataType.array(DataType.bigint())));
        expect("[1, NULL]", cast(array, DataType.string()));
        Expression bad = call("ARRAY", DataType.array(DataType.string()), text("x"));
        fails(ErrorCode.CAST_FAILED, cast(bad, DataType.array(DataType.integer())));
        expect("NULL", call("TRY_CAST", DataType.array(DataType.integer()), bad));
        DataType texts = DataType.map(DataType.string(), DataType.string());
        Expression map = call("MAP", texts, text("2"), text("b"), text("10"), text("a"));
        expect("{10=a, 2=b}", map);
        expect("{2=b, 10=a}", cast(map, DataType.map(DataType.bigint(), DataType.string())));
        DataType row =
                DataType.row(new DataType.Field("a", DataType.string()), new DataType.Field("b", DataType.integer()));
        Expression value = call("ROW", row, text("7"), integer(8));
        DataType other =
                DataType.row(new DataType.Field("x", DataType.integer()), new DataType.Field("y", DataType.string()));
        expect("(7, 8)", cast(value, other));
    }

    @Test
    void castsThatSqlDoesNotHaveAreRefused() {
        for (DataType type : List.of(DataType.date(), DataType.timestamp(3), DataType.array(DataType.integer()))) {
            AlluviumException refused =
                    assertThrows(AlluviumException.class, () -> Expressions.eval(cast(integer(1), type)));
            assertEquals(ErrorCode.TYPE_MISMATCH, refused.code());
        }
    }

    @Test
    void onlyTheCastItselfIsTried() {
        Expression division = call("/", DataType.integer(), integer(1), integer(0));
        fails(ErrorCode.DIVISION_BY_ZERO, call("TRY_CAST", DataType.string(), division));
    }
}
