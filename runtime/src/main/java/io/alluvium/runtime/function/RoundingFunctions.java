package io.alluvium.runtime.function;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.function.ScalarFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Rounding of numbers. Halves are rounded away from zero; a DOUBLE is rounded as its shortest decimal text. */
public final class RoundingFunctions {
    private static final String ROUND =
            "A number rounded to so many digits after the point (0 when not given), halves away from zero.";
    private static final String TRUNCATE = "A number cut to so many digits after the point (0 when not given).";
    private static final String FLOOR = "The greatest integer that is not above a number.";
    private static final String CEIL = "The least integer that is not below a number.";

    private RoundingFunctions() {}

    @ScalarFunction(name = "ROUND", signature = "(BIGINT) -> BIGINT", says = ROUND, example = "ROUND(7) = 7")
    @ScalarFunction(name = "TRUNCATE", signature = "(BIGINT) -> BIGINT", says = TRUNCATE, example = "TRUNCATE(7) = 7")
    @ScalarFunction(name = "FLOOR", signature = "(BIGINT) -> BIGINT", says = FLOOR, example = "FLOOR(7) = 7")
    @ScalarFunction(name = "CEIL", signature = "(BIGINT) -> BIGINT", says = CEIL, example = "CEIL(7) = 7")
    @ScalarFunction(name = "CEILING", signature = "(BIGINT) -> BIGINT", says = CEIL, example = "CEILING(7) = 7")
    public static long same(long number) {
        return number;
    }

    @ScalarFunction(
            name = "ROUND",
            signature = "(BIGINT, INT) -> BIGINT",
            says = ROUND,
            example = "ROUND(1251, -2) = 1300")
    public static long round(long number, long digits) {
        BigDecimal rounded = scaled(BigDecimal.valueOf(number), digits, RoundingMode.HALF_UP);
        if (rounded.toBigIntegerExact().bitLength() > 63) {
            throw new AlluviumException(
                    ErrorCode.NUMERIC_OVERFLOW, "ROUND(" + number + ", " + digits + ") does not fit BIGINT");
        }
        return rounded.longValueExact();
    }

    @ScalarFunction(name = "ROUND", signature = "(DECIMAL) -> ROUNDED", says = ROUND, example = "ROUND(2.5) = 3")
    public static BigDecimal round(BigDecimal number) {
        return number.setScale(0, RoundingMode.HALF_UP);
    }

    @ScalarFunction(
            name = "ROUND",
            signature = "(DECIMAL, INT) -> ROUNDED",
            says = ROUND,
            example = "ROUND(1.2345, 2) = 1.23")
    public static BigDecimal round(BigDecimal number, long digits) {
        return scaled(number, digits, RoundingMode.HALF_UP);
    }

    @ScalarFunction(name = "ROUND", signature = "(DOUBLE) -> DOUBLE", says = ROUND, example = "ROUND(2.5E0) = 3E0")
    public static double round(double number) {
        return scaled(number, 0, RoundingMode.HALF_UP);
    }

    @ScalarFunction(
            name = "ROUND",
            signature = "(DOUBLE, INT) -> DOUBLE",
            says = ROUND,
            example = "ROUND(2.345E0, 2) = 2.35E0")
    public static double round(double number, long digits) {
        return scaled(number, digits, RoundingMode.HALF_UP);
    }

    @ScalarFunction(
            name = "TRUNCATE",
            signature = "(BIGINT, INT) -> BIGINT",
            says = TRUNCATE,
            example = "TRUNCATE(1251, -2) = 1200")
    public static long truncate(long number, long digits) {
        return scaled(BigDecimal.valueOf(number), digits, RoundingMode.DOWN).longValueExact();
    }

    @ScalarFunction(
            name = "TRUNCATE",
            signature = "(DECIMAL) -> ROUNDED",
            says = TRUNCATE,
            example = "TRUNCATE(-2.9) = -2")
    public static BigDecimal truncate(BigDecimal number) {
        return number.setScale(0, RoundingMode.DOWN);
    }

    @ScalarFunction(
            name = "TRUNCATE",
            signature = "(DECIMAL, INT) -> ROUNDED",
            says = TRUNCATE,
            example = "TRUNCATE(42.348, 2) = 42.34")
    public static BigDecimal truncate(BigDecimal number, long digits) {
        return scaled(number, digits, RoundingMode.DOWN);
    }

    @ScalarFunction(
            name = "TRUNCATE",
            signature = "(DOUBLE) -> DOUBLE",
            says = TRUNCATE,
            example = "TRUNCATE(-2.9E0) = -2E0")
    public static double truncate(double number) {
        return scaled(number, 0, RoundingMode.DOWN);
    }

    @ScalarFunction(
            name = "TRUNCATE",
            signature = "(DOUBLE, INT) -> DOUBLE",
            says = TRUNCATE,
            example = "TRUNCATE(42.348E0, 2) = 42.34E0")
    public static double truncate(double number, long digits) {
        return scaled(number, digits, RoundingMode.DOWN);
    }

    @ScalarFunction(name = "FLOOR", signature = "(DECIMAL) -> WHOLE", says = FLOOR, example = "FLOOR(-2.1) = -3")
    public static BigDecimal floor(BigDecimal number) {
        return number.setScale(0, RoundingMode.FLOOR);
    }

    @ScalarFunction(name = "FLOOR", signature = "(DOUBLE) -> DOUBLE", says = FLOOR, example = "FLOOR(-2.1E0) = -3E0")
    public static double floor(double number) {
        return Math.floor(number);
    }

    @ScalarFunction(name = "CEIL", signature = "(DECIMAL) -> WHOLE", says = CEIL, example = "CEIL(9.99) = 10")
    @ScalarFunction(name = "CEILING", signature = "(DECIMAL) -> WHOLE", says = CEIL, example = "CEILING(-2.1) = -2")
    public static BigDecimal ceil(BigDecimal number) {
        return number.setScale(0, RoundingMode.CEILING);
    }

    @ScalarFunction(name = "CEIL", signature = "(DOUBLE) -> DOUBLE", says = CEIL, example = "CEIL(-2.1E0) = -2E0")
    @ScalarFunction(name = "CEILING", signature = "(DOUBLE) -> DOUBLE", says = CEIL, example = "CEILING(2.1E0) = 3E0")
    public static double ceil(double number) {
        return Math.ceil(number);
    }

    private static BigDecimal scaled(BigDecimal number, long digits, RoundingMode mode) {
        int limited = (int) Math.max(-400, Math.min(400, digits));
        return number.scale() <= limited
                ? number
                : number.setScale(limited, mode).setScale(Math.max(0, limited));
    }

    private static double scaled(double number, long digits, RoundingMode mode) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return number;
        }
        return scaled(BigDecimal.valueOf(number), digits, mode).doubleValue();
    }
}
