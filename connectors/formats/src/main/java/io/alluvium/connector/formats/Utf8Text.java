package io.alluvium.connector.formats;

import java.util.Arrays;

/** A reusable buffer that turns UTF-16 into UTF-8. */
final class Utf8Text {
    byte[] bytes = new byte[256];
    int length;

    /**
     * Encodes characters into {@link #bytes}.
     *
     * @return false where a surrogate stands alone, which no UTF-8 can hold
     */
    boolean encode(char[] text, int start, int count) {
        if (bytes.length < count * 3) {
            bytes = new byte[Math.max(count * 3, bytes.length * 2)];
        }
        byte[] target = bytes;
        int size = 0;
        int end = start + count;
        for (int i = start; i < end; i++) {
            char c = text[i];
            if (c < 0x80) {
                target[size++] = (byte) c;
            } else if (c < 0x800) {
                target[size++] = (byte) (0xC0 | c >> 6);
                target[size++] = (byte) (0x80 | c & 0x3F);
            } else if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c) || i + 1 == end || !Character.isLowSurrogate(text[i + 1])) {
                    return false;
                }
                int point = Character.toCodePoint(c, text[++i]);
                target[size++] = (byte) (0xF0 | point >> 18);
                target[size++] = (byte) (0x80 | point >> 12 & 0x3F);
                target[size++] = (byte) (0x80 | point >> 6 & 0x3F);
                target[size++] = (byte) (0x80 | point & 0x3F);
            } else {
                target[size++] = (byte) (0xE0 | c >> 12);
                target[size++] = (byte) (0x80 | c >> 6 & 0x3F);
                target[size++] = (byte) (0x80 | c & 0x3F);
            }
        }
        length = size;
        return true;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** Number of code points in valid UTF-8. */
    static int codePoints(byte[] data, int start, int length) {
        int count = 0;
        for (int i = start; i < start + length; i++) {
            if ((data[i] & 0xC0) != 0x80) {
                count++;
            }
        }
        return count;
    }

    /** True where the bytes are well-formed UTF-8 (no surrogates, no overlong forms), as RFC 3629 has it. */
    static boolean isValid(byte[] data, int start, int length) {
        int end = start + length;
        int i = start;
        while (i < end) {
            int lead = data[i++];
            if (lead >= 0) {
                continue;
            }
            int more;
            int least;
            int point;
            if ((lead & 0xE0) == 0xC0) {
                more = 1;
                least = 0x80;
                point = lead & 0x1F;
            } else if ((lead & 0xF0) == 0xE0) {
                more = 2;
                least = 0x800;
                point = lead & 0x0F;
            } else if ((lead & 0xF8) == 0xF0) {
                more = 3;
                least = 0x10000;
                point = lead & 0x07;
            } else {
                return false;
            }
            if (i + more > end) {
                return false;
            }
            for (int k = 0; k < more; k++) {
                int next = data[i++];
                if ((next & 0xC0) != 0x80) {
                    return false;
                }
                point = point << 6 | next & 0x3F;
            }
            if (point < least || point > 0x10FFFF || point >= 0xD800 && point <= 0xDFFF) {
                return false;
            }
        }
        return true;
    }
}
