package io.alluvium.runtime.function;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.runtime.expression.DoubleMath;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Arithmetic beyond the operators. Doubles follow IEEE 754: what is not defined is NaN or an infinity, never an error. */
public final class MathFunctions {
    private MathFunctions() {}

    @ScalarFunction(
            name = "ABS",
            signature = "(INT) -> INT",
            says = "The absolute value of a number.",
            example = "ABS(-3) = 3")
    @ScalarFunction(
            name = "ABS",
            signature = "(BIGINT) -> BIGINT",
            says = "The absolute value of a number.",
            example = "ABS(-30000000000) = 30000000000")
    public static long abs(long number) {
        if (number == Long.MIN_VALUE) {
            throw new AlluviumException(ErrorCode.NUMERIC_OVERFLOW, "ABS(" + number + ") does not fit BIGINT");
        }
        return Math.abs(number);
    }

    @ScalarFunction(
            name = "ABS",
            signature = "(DECIMAL) -> ARG1",
            says = "The absolute value of a number.",
            example = "ABS(-1.50) = 1.50")
    public static BigDecimal abs(BigDecimal number) {
        return number.abs();
    }

    @ScalarFunction(
            name = "ABS",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The absolute value of a number.",
            example = "ABS(-1.5E0) = 1.5E0")
    public static double abs(double number) {
        return Math.abs(number);
    }

    @ScalarFunction(
            name = "MOD",
            signature = "(NUMERIC, NUMERIC) -> ARG1",
            says = "The remainder of a division, with the sign of the first number.",
            example = "MOD(-7, 2) = -1")
    public static Expression mod(Expression.Call call) {
        return new Expression.Call("%", call.operands(), call.type(), call.position());
    }

    @ScalarFunction(
            name = "SIGN",
            signature = "(BIGINT) -> INT",
            says = "-1, 0 or 1 as a number is negative, zero or positive.",
            example = "SIGN(-5) = -1")
    public static long sign(long number) {
        return Long.signum(number);
    }

    @ScalarFunction(
            name = "SIGN",
            signature = "(DECIMAL) -> INT",
            says = "-1, 0 or 1 as a number is negative, zero or positive.",
            example = "SIGN(0.01) = 1")
    public static long sign(BigDecimal number) {
        return number.signum();
    }

    @ScalarFunction(
            name = "SIGN",
            signature = "(DOUBLE) -> DOUBLE",
            says = "-1, 0 or 1 as a number is negative, zero or positive.",
            example = "SIGN(-5E0) = -1E0")
    public static double sign(double number) {
        return Math.signum(number);
    }

    @ScalarFunction(
            name = "SQRT",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The square root of a number.",
            example = "SQRT(9) = 3E0")
    public static double sqrt(double number) {
        return Math.sqrt(number);
    }

    @ScalarFunction(
            name = "POWER",
            signature = "(DOUBLE, DOUBLE) -> DOUBLE",
            says = "The first number raised to the power of the second.",
            example = "POWER(2, 10) = 1024E0")
    @ScalarFunction(
            name = "POW",
            signature = "(DOUBLE, DOUBLE) -> DOUBLE",
            says = "The first number raised to the power of the second.",
            example = "POW(2, 10) = 1024E0")
    public static double power(double base, double exponent) {
        return Math.pow(base, exponent);
    }

    @ScalarFunction(
            name = "EXP",
            signature = "(DOUBLE) -> DOUBLE",
            says = "e raised to the power of a number.",
            example = "EXP(0) = 1E0")
    public static double exp(double number) {
        return Math.exp(number);
    }

    @ScalarFunction(
            name = "LN",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The natural logarithm of a number.",
            example = "LN(1) = 0E0")
    @ScalarFunction(
            name = "LOG",
            signature = "(DOUBLE) -> DOUBLE",
            says =
                    "The natural logarithm of a number; with two arguments the logarithm of the second to the base of the first.",
            example = "LOG(1) = 0E0")
    public static double ln(double number) {
        return Math.log(number);
    }

    @ScalarFunction(
            name = "LOG",
            signature = "(DOUBLE, DOUBLE) -> DOUBLE",
            says =
                    "The natural logarithm of a number; with two arguments the logarithm of the second to the base of the first.",
            example = "ROUND(LOG(2, 8), 9) = 3E0")
    public static double log(double base, double number) {
        return Math.log(number) / Math.log(base);
    }

    @ScalarFunction(
            name = "LOG10",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The logarithm of a number to the base 10.",
            example = "LOG10(1000) = 3E0")
    public static double log10(double number) {
        return Math.log10(number);
    }

    @ScalarFunction(
            name = "LOG2",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The logarithm of a number to the base 2.",
            example = "ROUND(LOG2(8), 9) = 3E0")
    public static double log2(double number) {
        return Math.log(number) / Math.log(2);
    }

    @ScalarFunction(
            name = "PI",
            signature = "() -> DOUBLE",
            says = "The number pi.",
            example = "ROUND(PI(), 2) = 3.14E0")
    public static double pi() {
        return Math.PI;
    }

    @ScalarFunction(
            name = "E",
            signature = "() -> DOUBLE",
            says = "The base of the natural logarithm.",
            example = "ROUND(E(), 3) = 2.718E0")
    public static double e() {
        return Math.E;
    }

    @ScalarFunction(name = "SIN", signature = "(DOUBLE) -> DOUBLE", says = "The sine.", example = "SIN(0) = 0E0")
    public static double sin(double number) {
        return Math.sin(number);
    }

    @ScalarFunction(name = "COS", signature = "(DOUBLE) -> DOUBLE", says = "The cosine.", example = "COS(0) = 1E0")
    public static double cos(double number) {
        return Math.cos(number);
    }

    @ScalarFunction(name = "TAN", signature = "(DOUBLE) -> DOUBLE", says = "The tangent.", example = "TAN(0) = 0E0")
    public static double tan(double number) {
        return Math.tan(number);
    }

    @ScalarFunction(name = "ASIN", signature = "(DOUBLE) -> DOUBLE", says = "The arc sine.", example = "ASIN(0) = 0E0")
    public static double asin(double number) {
        return Math.asin(number);
    }

    @ScalarFunction(
            name = "ACOS",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The arc cosine.",
            example = "ACOS(1) = 0E0")
    public static double acos(double number) {
        return Math.acos(number);
    }

    @ScalarFunction(
            name = "ATAN",
            signature = "(DOUBLE) -> DOUBLE",
            says = "The arc tangent.",
            example = "ATAN(0) = 0E0")
    public static double atan(double number) {
        return Math.atan(number);
    }

    @ScalarFunction(
            name = "ATAN2",
            signature = "(DOUBLE, DOUBLE) -> DOUBLE",
            says = "The angle of the point (x, y), given as (y, x).",
            example = "ATAN2(0, 1) = 0E0")
    public static double atan2(double y, double x) {
        return Math.atan2(y, x);
    }

    @ScalarFunction(
            name = "DEGREES",
            signature = "(DOUBLE) -> DOUBLE",
            says = "Radians as degrees.",
            example = "DEGREES(PI()) = 180E0")
    public static double degrees(double radians) {
        return Math.toDegrees(radians);
    }

    @ScalarFunction(
            name = "RADIANS",
            signature = "(DOUBLE) -> DOUBLE",
            says = "Degrees as radians.",
            example = "RADIANS(180) = PI()")
    public static double radians(double degrees) {
        return Math.toRadians(degrees);
    }

    @ScalarFunction(
            name = "RAND",
            signature = "() -> DOUBLE",
            says = "A random number from 0 up to but not including 1.",
            example = "RAND() < 1",
            deterministic = false)
    public static double rand() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @ScalarFunction(
            name = "RAND_INTEGER",
            signature = "(INT) -> INT",
            says = "A random integer from 0 up to but not including the argument.",
            example = "RAND_INTEGER(1) = 0",
            deterministic = false)
    public static long randInteger(long bound) {
        return ThreadLocalRandom.current().nextLong(bound);
    }

    @ScalarFunction(
            name = "GREATEST",
            signature = "(T...) -> T",
            says = "The greatest argument; NULL when one is NULL.",
            example = "GREATEST(1, 3, 2) = 3")
    public static long greatest(long[] values) {
        long greatest = values[0];
        for (long value : values) {
            greatest = Math.max(greatest, value);
        }
        return greatest;
    }

    @ScalarFunction(
            name = "GREATEST",
            signature = "(T...) -> T",
            says = "The greatest argument; NULL when one is NULL.",
            example = "GREATEST(1.5E0, 0E0) = 1.5E0")
    public static double greatest(double[] values) {
        double greatest = values[0];
        for (double value : values) {
            greatest = DoubleMath.less(greatest, value) ? value : greatest;
        }
        return greatest;
    }

    @ScalarFunction(
            name = "GREATEST",
            signature = "(T...) -> T",
            says = "The greatest argument; NULL when one is NULL.",
            example = "GREATEST(1.50, 1.75) = 1.75")
    public static BigDecimal greatest(BigDecimal[] values) {
        return List.of(values).stream().reduce(BigDecimal::max).orElseThrow();
    }

    @ScalarFunction(
            name = "LEAST",
            signature = "(T...) -> T",
            says = "The least argument; NULL when one is NULL.",
            example = "LEAST(1, 3, 2) = 1")
    public static long least(long[] values) {
        long least = values[0];
        for (long value : values) {
            least = Math.min(least, value);
        }
        return least;
    }

    @ScalarFunction(
            name = "LEAST",
            signature = "(T...) -> T",
            says = "The least argument; NULL when one is NULL.",
            example = "LEAST(1.5E0, 0E0) = 0E0")
    public static double least(double[] values) {
        double least = values[0];
        for (double value : values) {
            least = DoubleMath.less(value, least) ? value : least;
        }
        return least;
    }

    @ScalarFunction(
            name = "LEAST",
            signature = "(T...) -> T",
            says = "The least argument; NULL when one is NULL.",
            example = "LEAST(1.50, 1.75) = 1.50")
    public static BigDecimal least(BigDecimal[] values) {
        return List.of(values).stream().reduce(BigDecimal::min).orElseThrow();
    }

    @ScalarFunction(
            name = "BIN",
            signature = "(BIGINT) -> STRING",
            says = "A number in binary digits.",
            example = "BIN(5) = '101'")
    public static String bin(long number) {
        return Long.toBinaryString(number);
    }
}
