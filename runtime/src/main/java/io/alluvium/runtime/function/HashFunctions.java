package io.alluvium.runtime.function;

import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Hashes of text in UTF-8, in small hexadecimal digits. */
public final class HashFunctions {
    private HashFunctions() {}

    /** The digests of a call, made once. */
    public static final class Digests implements PerCall {
        private final Map<String, MessageDigest> made = new HashMap<>();

        byte[] of(String algorithm, Utf8 text) {
            MessageDigest digest = made.computeIfAbsent(algorithm, name -> {
                try {
                    return MessageDigest.getInstance(name);
                } catch (NoSuchAlgorithmException e) {
                    throw new IllegalStateException(name, e);
                }
            });
            digest.update(text.data, text.start, text.length);
            return HexFormat.of().formatHex(digest.digest()).getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    @ScalarFunction(
            name = "MD5",
            signature = "(STRING) -> STRING",
            says = "The MD5 hash.",
            example = "MD5('abc') = '900150983cd24fb0d6963f7d28e17f72'")
    public static byte[] md5(Digests digests, Utf8 text) {
        return digests.of("MD5", text);
    }

    @ScalarFunction(
            name = "SHA1",
            signature = "(STRING) -> STRING",
            says = "The SHA-1 hash.",
            example = "SHA1('abc') = 'a9993e364706816aba3e25717850c26c9cd0d89d'")
    public static byte[] sha1(Digests digests, Utf8 text) {
        return digests.of("SHA-1", text);
    }

    @ScalarFunction(
            name = "SHA224",
            signature = "(STRING) -> STRING",
            says = "The SHA-224 hash.",
            example = "SHA224('abc') = '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'")
    public static byte[] sha224(Digests digests, Utf8 text) {
        return digests.of("SHA-224", text);
    }

    @ScalarFunction(
            name = "SHA256",
            signature = "(STRING) -> STRING",
            says = "The SHA-256 hash.",
            example = "SHA256('abc') = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'")
    public static byte[] sha256(Digests digests, Utf8 text) {
        return digests.of("SHA-256", text);
    }

    @ScalarFunction(
            name = "SHA384",
            signature = "(STRING) -> STRING",
            says = "The SHA-384 hash.",
            example = "CHAR_LENGTH(SHA384('abc')) = 96")
    public static byte[] sha384(Digests digests, Utf8 text) {
        return digests.of("SHA-384", text);
    }

    @ScalarFunction(
            name = "SHA512",
            signature = "(STRING) -> STRING",
            says = "The SHA-512 hash.",
            example = "CHAR_LENGTH(SHA512('abc')) = 128")
    public static byte[] sha512(Digests digests, Utf8 text) {
        return digests.of("SHA-512", text);
    }

    @ScalarFunction(
            name = "SHA2",
            signature = "(STRING, INT) -> STRING",
            says = "The SHA-2 hash of 224, 256, 384 or 512 bits; NULL for another length.",
            example = "SHA2('abc', 256) = SHA256('abc')")
    public static byte @Nullable [] sha2(Digests digests, Utf8 text, long bits) {
        return bits == 224 || bits == 256 || bits == 384 || bits == 512 ? digests.of("SHA-" + bits, text) : null;
    }

    @ScalarFunction(
            name = "CRC32",
            signature = "(STRING) -> BIGINT",
            says = "The CRC-32 checksum.",
            example = "CRC32('MySQL') = 3259397556")
    public static long crc32(Utf8 text) {
        CRC32 checksum = new CRC32();
        checksum.update(text.data, text.start, text.length);
        return checksum.getValue();
    }
}
