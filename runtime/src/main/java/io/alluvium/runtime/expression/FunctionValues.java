package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.function.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;

/** Passes values between generated code and the Java methods of functions. */
public final class FunctionValues {
    private FunctionValues() {}

    public static String string(byte[] data, int start, int length) {
        return new String(data, start, length, StandardCharsets.UTF_8);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] copy(byte[] data, int start, int length) {
        return Arrays.copyOfRange(data, start, start + length);
    }

    public static Utf8 range(Utf8 reused, byte[] data, int start, int length) {
        reused.data = data;
        reused.start = start;
        reused.length = length;
        return reused;
    }

    /** What a function's exception means: a failed row where it speaks of the arguments, else a bug, which goes through. */
    public static RuntimeException failure(RuntimeException thrown, int site) {
        if (thrown instanceof RowFailure failure) {
            return failure.site() >= 0 ? failure : new RowFailure(failure.code(), failure.problem(), site);
        }
        if (thrown instanceof AlluviumException known && known.code() != ErrorCode.INTERNAL) {
            return new RowFailure(known.code(), known.problem(), site);
        }
        if (thrown instanceof IllegalArgumentException
                || thrown instanceof ArithmeticException
                || thrown instanceof DateTimeException) {
            return new RowFailure(ErrorCode.EXPRESSION_FAILED, String.valueOf(thrown.getMessage()), site);
        }
        return thrown;
    }
}
