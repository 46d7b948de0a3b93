package io.alluvium.core.function;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a public static method an SQL function. The sentence and the example are its page in the reference, and the example
 * is its test.
 *
 * <p>Java parameters by SQL type: LONG kinds as {@code long} (BOOLEAN as {@code boolean}), FLOAT and DOUBLE as {@code double},
 * DECIMAL as {@link java.math.BigDecimal}, text as {@link String} or {@link Utf8}, binary and nested values as {@code byte[]};
 * results alike. A parameter that is {@code @Nullable} (boxed where primitive) gets NULLs; otherwise a NULL argument makes the
 * result NULL without a call. A {@code @Nullable} result may be NULL. A first parameter of type {@link FunctionContext} gets
 * the session's zone and the epoch's processing time.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(ScalarFunction.All.class)
public @interface ScalarFunction {

    /** Upper-case name. */
    String name();

    /**
     * Argument and result types, as {@code (STRING, INT) -> STRING}; see {@link Signature}. Several methods or annotations
     * with one name are overloads; the first that fits wins.
     */
    String signature();

    /** One sentence for the reference. */
    String says();

    /** A condition that must be true: {@code INITCAP('real time') = 'Real Time'}. */
    String example();

    /** False when two calls with equal arguments may differ (time, random). */
    boolean deterministic() default true;

    /** The container of several annotations on one method. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface All {
        ScalarFunction[] value();
    }
}
