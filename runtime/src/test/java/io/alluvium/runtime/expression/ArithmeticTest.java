package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.bigint;
import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.column;
import static io.alluvium.runtime.expression.Expressions.decimal;
import static io.alluvium.runtime.expression.Expressions.doubles;
import static io.alluvium.runtime.expression.Expressions.expect;
import static io.alluvium.runtime.expression.Expressions.fails;
import static io.alluvium.runtime.expression.Expressions.integer;
import static io.alluvium.runtime.expression.Expressions.nothing;
import static io.alluvium.runtime.expression.Expressions.tinyint;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArithmeticTest {
    private static final DataType INT = DataType.integer();
    private static final DataType BIGINT = DataType.bigint();

    @Test
    void integersDivideTowardsZero() {
        expect("0", call("/", INT, integer(1), integer(2)));
        expect("-3", call("/", INT, integer(-7), integer(2)));
        expect("-1", call("%", INT, integer(-7), integer(2)));
        expect("0", call("%", BIGINT, bigint(Long.MIN_VALUE), bigint(-1)));
    }

    @Test
    void integersThatDoNotFitFail() {
        assertEquals(
                "9223372036854775807 + 1 does not fit BIGINT",
                fails(ErrorCode.NUMERIC_OVERFLOW, call("+", BIGINT, bigint(Long.MAX_VALUE), bigint(1))));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("-", BIGINT, bigint(Long.MIN_VALUE), bigint(1)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("*", BIGINT, bigint(1L << 40), bigint(1L << 40)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("*", BIGINT, bigint(Long.MIN_VALUE), bigint(-1)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("/", BIGINT, bigint(Long.MIN_VALUE), bigint(-1)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("NEGATE", BIGINT, bigint(Long.MIN_VALUE)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("+", INT, integer(Integer.MAX_VALUE), integer(1)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("*", INT, integer(1 << 20), integer(1 << 20)));
        fails(ErrorCode.NUMERIC_OVERFLOW, call("+", DataType.of(Scalar.TINYINT), tinyint(127), tinyint(1)));
        expect("128", call("+", INT, tinyint(127), tinyint(1)));
    }

    @Test
    void divisionByZeroFailsOnlyWhereItIsReached() {
        assertEquals("division by zero", fails(ErrorCode.DIVISION_BY_ZERO, call("/", INT, integer(1), integer(0))));
        fails(ErrorCode.DIVISION_BY_ZERO, call("%", INT, integer(1), integer(0)));
        fails(ErrorCode.DIVISION_BY_ZERO, call("/", DataType.decimal(10, 2), decimal("1.00"), decimal("0.00")));
        expect("NULL", call("/", INT, nothing(INT), integer(0)));
        Expression guarded = call(
                "CASE",
                INT,
                Expressions.test("=", integer(0), integer(0)),
                integer(0),
                call("/", INT, integer(1), integer(0)));
        expect("0", guarded);
    }

    @Test
    void doublesAreIeee() {
        DataType type = DataType.doubles();
        expect("Infinity", call("/", type, doubles(1), doubles(0)));
        expect("NaN", call("/", type, doubles(0), doubles(0)));
        expect("0.30000000000000004", call("+", type, doubles(0.1), doubles(0.2)));
        expect("1.5", call("*", type, integer(3), doubles(0.5)));
    }

    @Test
    void decimalsAreExact() {
        expect("0.60", call("+", DataType.decimal(12, 2), decimal("0.1", 10, 2), decimal("0.5", 10, 2)));
        expect("1.001", call("+", DataType.decimal(5, 3), integer(1), decimal("0.001")));
        expect("103.0200", call("*", DataType.decimal(38, 4), decimal("10.1", 38, 19), decimal("10.2", 38, 19)));
        expect(
                "6.346076796721411068",
                call(
                        "/",
                        DataType.decimal(38, 18),
                        decimal("2672.925686105492400095", 38, 18),
                        decimal("421.193403692563637349", 38, 18)));
        expect("-0.67", call("/", DataType.decimal(10, 2), integer(-2), integer(3)));
        expect("0.5", call("%", DataType.decimal(2, 1), decimal("2.5"), integer(1)));
        expect("-1.5", call("NEGATE", DataType.decimal(2, 1), decimal("1.5")));
    }

    @Test
    void wideDecimalsKeepEveryDigit() {
        Expression wide = decimal("123456789876543212345678987654321.110", 38, 3);
        expect("246913579753086424691357975308642.220", call("+", DataType.decimal(38, 3), wide, wide));
        expect("0.000", call("-", DataType.decimal(38, 3), wide, wide));
        fails(
                ErrorCode.NUMERIC_OVERFLOW,
                call(
                        "+",
                        DataType.decimal(38, 3),
                        decimal("99999999999999999999999999999999999.999", 38, 3),
                        decimal("1.000", 38, 3)));
    }

    @Test
    void aPriceTimesARateStaysInLongs() {
        Schema schema = Schema.of(new DataType.Field("price", BIGINT.withNullable(false)));
        DataType result = DataType.decimal(23, 3);
        Expression rate = decimal("0.908", 3, 3);
        Expression direct = call("*", result, rate, column(0, BIGINT));
        Expression cast = call("*", result, rate, Expressions.cast(column(0, BIGINT), DataType.decimal(19, 0)));
        for (Expression product : List.of(direct, cast)) {
            String source = ExpressionCompiler.sourceOf(
                    schema, null, List.of(product), Schema.of(new DataType.Field("price", result)));
            assertFalse(source.contains("BigDecimal") || source.contains("WideMath"), source);
        }
        expect("8374821809464136432.756", call("*", result, rate, bigint(Long.MAX_VALUE)));
        expect("-8374821809464136433.664", call("*", result, rate, bigint(Long.MIN_VALUE)));
    }

    @Test
    void randomDecimalsAgreeWithBigDecimal() {
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            int p1 = 1 + random.nextInt(38);
            int s1 = random.nextInt(p1 + 1);
            int p2 = 1 + random.nextInt(38);
            int s2 = random.nextInt(p2 + 1);
            BigDecimal a = randomDecimal(random, p1, s1);
            BigDecimal b = randomDecimal(random, p2, s2);
            int precision = 19 + random.nextInt(20);
            int scale = random.nextInt(20);
            String operator = List.of("+", "-", "*", "/", "%").get(random.nextInt(5));
            if (b.signum() == 0 && (operator.equals("/") || operator.equals("%"))) {
                continue;
            }
            DataType type = DataType.decimal(precision, scale);
            Expression call = call(operator, type, decimal(a.toString(), p1, s1), decimal(b.toString(), p2, s2));
            // sums and remainders of other scales go through 38 digits first; only those that fit are compared
            BigDecimal exact =
                    switch (operator) {
                        case "+" -> a.add(b);
                        case "-" -> a.subtract(b);
                        case "*" -> a.multiply(b);
                        case "/" -> a.divide(b, scale, RoundingMode.HALF_UP);
                        default -> a.remainder(b);
                    };
            BigDecimal rounded = exact.setScale(scale, RoundingMode.HALF_UP);
            boolean fits = rounded.precision() <= precision || rounded.signum() == 0;
            boolean intermediate = exact.setScale(Math.max(scale, Math.max(s1, s2)), RoundingMode.HALF_UP)
                            .precision()
                    <= 38;
            if (fits && intermediate) {
                expect(rounded.toPlainString(), call);
            }
        }
    }

    private static BigDecimal randomDecimal(Random random, int precision, int scale) {
        BigInteger limit = BigInteger.TEN.pow(random.nextInt(precision) + 1);
        BigInteger unscaled = new BigInteger(limit.bitLength(), random).mod(limit);
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
    }
}
