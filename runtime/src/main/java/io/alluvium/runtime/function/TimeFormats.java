package io.alluvium.runtime.function;

import io.alluvium.core.function.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The time pattern of a call, compiled again only when its text changes. */
public final class TimeFormats implements PerCall {
    private byte[] last = new byte[0];
    private @Nullable TimeFormat compiled;

    TimeFormat of(Utf8 pattern) {
        TimeFormat ready = compiled;
        if (ready == null
                || !Arrays.equals(last, 0, last.length, pattern.data, pattern.start, pattern.start + pattern.length)) {
            ready = TimeFormat.of(pattern.toString());
            last = Arrays.copyOfRange(pattern.data, pattern.start, pattern.start + pattern.length);
            compiled = ready;
        }
        return ready;
    }

    TimeFormat of(String pattern) {
        return of(Utf8.of(pattern));
    }
}
