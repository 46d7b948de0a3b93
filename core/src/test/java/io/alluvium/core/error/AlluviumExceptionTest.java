package io.alluvium.core.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlluviumExceptionTest {

    @Test
    void saysWhatWhereAndWhatNext() {
        assertEquals(
                """
                COLUMN_NOT_FOUND at dwd/orders.sql:3:12: column "nmae" does not exist
                  SELECT id, nmae FROM ods.orders
                             ^^^^
                  hint: did you mean "name"?""",
                message("dwd/orders.sql", 3, 12, 3, 15, "SELECT id, nmae FROM ods.orders", "did you mean \"name\"?"));
    }

    @Test
    void needsNeitherPositionNorHint() {
        assertEquals("JOB_NOT_FOUND: no", new AlluviumException(ErrorCode.JOB_NOT_FOUND, "no").getMessage());
        assertEquals(
                "JOB_NOT_FOUND: no\n  hint: look",
                new AlluviumException(ErrorCode.JOB_NOT_FOUND, "no", "look").getMessage());
        assertEquals(
                "COLUMN_NOT_FOUND at 4:2: column \"nmae\" does not exist",
                message(null, 4, 2, 4, 5, null, null),
                "a position without its text has no caret");
    }

    @Test
    void marksOneCharacter() {
        assertCaret("SELECT @a", 8, 8, "       ^");
        assertCaret("x", 1, 1, "^");
    }

    @Test
    void marksTheEndOfALine() {
        assertCaret("SELECT", 7, 7, "      ^");
        assertCaret("SELECT", 99, 99, "      ^");
        assertCaret("", 1, 1, "^");
    }

    @Test
    void doesNotMarkBehindTheLine() {
        assertCaret("SELECT a", 8, 40, "       ^");
    }

    @Test
    void marksARangeOverSeveralLinesToTheEndOfItsFirst() {
        String text = message(null, 1, 8, 3, 2, "SELECT CASE WHEN", null);
        assertEquals(
                """
                COLUMN_NOT_FOUND at 1:8: column "nmae" does not exist
                  SELECT CASE WHEN
                         ^^^^^^^^^""",
                text);
    }

    @Test
    void tabsTakeOnePlace() {
        assertExcerpt("\tSELECT\ta\u0007b", 9, 9, " SELECT a b", "        ^");
    }

    @Test
    void wideCharactersTakeTwoPlaces() {
        assertCaret("SELECT `订单`, nmae", 14, 17, "                ^^^^".substring(1));
        assertCaret("SELECT '订' AS 单x", 15, 16, "               ^^^");
        assertCaret("SELECT １２", 8, 8, "       ^^");
        assertCaret("SELECT 'ｱ', x", 13, 13, "            ^");
    }

    /** A column counts UTF-16 units, of which such a character has two. */
    @Test
    void charactersBeyondTheFirstPlaneAreMarkedWhole() {
        assertCaret("'😀' x", 6, 6, "     ^");
        assertCaret("'😀' x", 2, 3, " ^^");
        assertCaret("'😀' x", 3, 3, " ^^");
        assertCaret("'𠮷' x", 2, 2, " ^^");
        assertCaret("'𝒳' x", 6, 6, "    ^");
    }

    @Test
    void joiningMarksTakeNoPlace() {
        assertCaret("'e\u0301' x", 6, 6, "    ^");
    }

    @Test
    void aLongLineIsCutAroundTheRange() {
        String line = "a, ".repeat(1000) + "nmae" + ", b".repeat(1000);
        String text = message(null, 1, 3001, 1, 3004, line, null);
        String[] lines = text.split("\n");
        assertEquals("  .." + "a, ".repeat(20) + "nmae" + ", b".repeat(32) + "..", lines[1]);
        assertEquals("  " + " ".repeat(62) + "^^^^", lines[2]);
    }

    @Test
    void aLongLineIsCutAtItsStartAndEndOnlyWhereItGoesOn() {
        String line = "订".repeat(400);
        String[] start = message(null, 1, 1, 1, 1, line, null).split("\n");
        assertEquals("  " + "订".repeat(80) + "..", start[1]);
        assertEquals("  ^^", start[2]);
        String[] end = message(null, 1, 400, 1, 400, line, null).split("\n");
        assertEquals("  .." + "订".repeat(31), end[1]);
        assertEquals("  " + " ".repeat(62) + "^^", end[2]);
        String[] all = message(null, 1, 1, 1, 400, line, null).split("\n");
        assertEquals("  " + "^".repeat(160), all[2]);
    }

    @Test
    void getsAPositionOnce() {
        SourcePosition first = new SourcePosition("a.sql", 1, 1, 1, 1, null);
        SourcePosition second = new SourcePosition("b.sql", 2, 2, 2, 2, null);
        AlluviumException bare = new AlluviumException(ErrorCode.TYPE_MISMATCH, "wrong", "right");
        AlluviumException placed = bare.at(first);
        assertNull(bare.position());
        assertEquals(first, placed.position());
        assertSame(bare, placed.getCause());
        assertEquals("right", placed.hint());
        assertEquals("wrong", placed.problem());
        assertSame(placed, placed.at(second));
        assertEquals("TYPE_MISMATCH at a.sql:1:1: wrong\n  hint: right", placed.getMessage());
    }

    private static void assertCaret(String line, int column, int endColumn, String carets) {
        assertExcerpt(line, column, endColumn, line, carets);
    }

    private static void assertExcerpt(String line, int column, int endColumn, String shown, String carets) {
        String[] lines = message(null, 1, column, 1, endColumn, line, null).split("\n");
        assertEquals("  " + shown, lines[1]);
        assertEquals("  " + carets, lines[2]);
    }

    private static String message(
            @Nullable String file,
            int line,
            int column,
            int endLine,
            int endColumn,
            @Nullable String lineText,
            @Nullable String hint) {
        SourcePosition position = new SourcePosition(file, line, column, endLine, endColumn, lineText);
        return new AlluviumException(ErrorCode.COLUMN_NOT_FOUND, position, "column \"nmae\" does not exist", hint, null)
                .getMessage();
    }
}
