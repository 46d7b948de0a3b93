package io.alluvium.core.error;

/** Places that text takes on a terminal: two for East Asian wide characters, none for marks that join the one before. */
public final class TextWidth {
    /** First and last of the blocks whose characters are Wide or Fullwidth in Unicode's East Asian Width. */
    private static final int[][] WIDE = {
        {0x1100, 0x115F},
        {0x2E80, 0x303E},
        {0x3041, 0xA4CF},
        {0xA960, 0xA97F},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6},
        {0x16FE0, 0x1B2FF},
        {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF},
        {0x1F900, 0x1FAFF},
        {0x20000, 0x3FFFD}
    };

    private TextWidth() {}

    /** Sum of the places of all characters. */
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    /** Places of one character (a code point): 0, 1 or 2. */
    public static int of(int character) {
        if (character < 0x300) {
            return 1;
        }
        for (int[] block : WIDE) {
            if (character >= block[0] && character <= block[1]) {
                return 2;
            }
        }
        int type = Character.getType(character);
        boolean joins =
                type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT;
        return joins ? 0 : 1;
    }
}
