package io.alluvium.runtime.function;

import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Text forms of numbers and bytes. */
public final class EncodingFunctions {
    private static final String HEX = "A number, or the bytes of a text, in capital hexadecimal digits.";

    private EncodingFunctions() {}

    @ScalarFunction(name = "HEX", signature = "(BIGINT) -> STRING", says = HEX, example = "HEX(255) = 'FF'")
    public static String hex(long number) {
        return Long.toHexString(number).toUpperCase(Locale.ROOT);
    }

    @ScalarFunction(name = "HEX", signature = "(STRING) -> STRING", says = HEX, example = "HEX('abc') = '616263'")
    @ScalarFunction(name = "HEX", signature = "(BYTES) -> STRING", says = HEX, example = "HEX(X'0aff') = '0AFF'")
    public static String hex(Utf8 bytes) {
        return HexFormat.of().withUpperCase().formatHex(bytes.data, bytes.start, bytes.start + bytes.length);
    }

    @ScalarFunction(
            name = "UNHEX",
            signature = "(STRING) -> BYTES",
            says = "The bytes of hexadecimal digits; NULL when the text has others.",
            example = "UNHEX('0AFF') = X'0AFF'")
    public static byte @Nullable [] unhex(String digits) {
        String even = digits.length() % 2 == 0 ? digits : "0" + digits;
        if (!even.chars().allMatch(HexFormat::isHexDigit)) {
            return null;
        }
        return HexFormat.of().parseHex(even);
    }

    @ScalarFunction(
            name = "TO_BASE64",
            signature = "(STRING) -> STRING",
            says = "The bytes of a text in Base64.",
            example = "TO_BASE64('hello') = 'aGVsbG8='")
    @ScalarFunction(
            name = "TO_BASE64",
            signature = "(BYTES) -> STRING",
            says = "The bytes of a text in Base64.",
            example = "TO_BASE64(X'00') = 'AA=='")
    public static String toBase64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @ScalarFunction(
            name = "FROM_BASE64",
            signature = "(STRING) -> STRING",
            says = "The text whose bytes are given in Base64; NULL when the argument is not Base64.",
            example = "FROM_BASE64('aGVsbG8=') = 'hello'")
    public static @Nullable String fromBase64(String text) {
        try {
            return new String(Base64.getDecoder().decode(text.strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    @ScalarFunction(
            name = "UUID",
            signature = "() -> STRING",
            says = "A random UUID.",
            example = "CHAR_LENGTH(UUID()) = 36",
            deterministic = false)
    public static String uuid() {
        return UUID.randomUUID().toString();
    }

    @ScalarFunction(
            name = "URL_ENCODE",
            signature = "(STRING) -> STRING",
            says = "A text in the form of URL parameters.",
            example = "URL_ENCODE('a b') = 'a+b'")
    public static String urlEncode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @ScalarFunction(
            name = "URL_DECODE",
            signature = "(STRING) -> STRING",
            says = "The text that a URL parameter stands for; NULL when it is malformed.",
            example = "URL_DECODE('a%20b') = 'a b'")
    public static @Nullable String urlDecode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
