package io.alluvium.core.error;

/** The line of an error, and under it carets that stand below the range as a terminal shows it. */
final class SourceExcerpt {
    /** A longer line is cut: generated statements have lines of many thousand characters. */
    private static final int MAX_PLACES = 160;

    /** How much of a cut line is shown before the range. */
    private static final int PLACES_BEFORE = 60;

    private static final String CUT = "..";

    private SourceExcerpt() {}

    /** Two lines, each indented by two spaces, without secrets. A range over several lines is marked to the end of its first. */
    static String of(SourcePosition position, String written) {
        String line = SecretsInLine.hidden(written);
        int start = charStart(line, Math.max(0, Math.min(position.column() - 1, line.length())));
        int endColumn = position.endLine() == position.line() ? position.endColumn() : line.length();
        int end = charEnd(line, Math.max(start + 1, endColumn));
        int from = 0;
        int to = line.length();
        if (TextWidth.of(line) > MAX_PLACES) {
            from = start;
            for (int places = 0; from > 0 && places < PLACES_BEFORE; places += TextWidth.of(line.codePointAt(from))) {
                from = charStart(line, from - 1);
            }
            to = from;
            for (int places = 0; to < line.length() && places < MAX_PLACES; to = charEnd(line, to + 1)) {
                places += TextWidth.of(line.codePointAt(to));
            }
        }
        String before = (from > 0 ? CUT : "") + printable(line.substring(from, start));
        String marked = printable(line.substring(start, Math.min(end, to)));
        String after = printable(line.substring(Math.min(end, to), to)) + (to < line.length() ? CUT : "");
        return "\n  " + before + marked + after + "\n  " + " ".repeat(TextWidth.of(before))
                + "^".repeat(Math.max(1, TextWidth.of(marked)));
    }

    /** Tabs and other control characters, which would move the line against the carets, become spaces. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().map(c -> Character.isISOControl(c) ? ' ' : c).forEach(shown::appendCodePoint);
        return shown.toString();
    }

    /** Where the character around an index starts: never between the two halves of a surrogate pair. */
    private static int charStart(String line, int index) {
        boolean inside = index > 0
                && index < line.length()
                && Character.isSurrogatePair(line.charAt(index - 1), line.charAt(index));
        return inside ? index - 1 : index;
    }

    private static int charEnd(String line, int index) {
        int end = Math.min(index, line.length());
        return charStart(line, end) == end ? end : end + 1;
    }
}
