package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.expect;
import static io.alluvium.runtime.expression.Expressions.integer;
import static io.alluvium.runtime.expression.Expressions.nothing;
import static io.alluvium.runtime.expression.Expressions.test;
import static io.alluvium.runtime.expression.Expressions.text;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import org.junit.jupiter.api.Test;

class PatternTest {
    private static void like(boolean matches, String value, String pattern) {
        String expected = matches ? "TRUE" : "FALSE";
        expect(expected, test("LIKE", text(value), text(pattern)));
        expect(expected, test("LIKE", text(value), unknown(pattern)));
    }

    /** A pattern that the compiler does not see. */
    private static Expression unknown(String pattern) {
        return call("CASE", DataType.string(), test("=", integer(1), integer(1)), text(pattern), text(""));
    }

    @Test
    void onlyPercentAndUnderscoreAreWildcards() {
        like(true, "say \"hi\"", "%\"%");
        like(true, "a\\b", "%\\%");
        like(true, "\\", "\\");
        like(false, "x", "\\");
        like(true, "\\n", "\\n");
        like(false, "\n", "\\n");
        like(true, "$1", "$1");
        like(true, "${x}", "${x}");
        like(false, "abc", "a.c");
        like(true, "a\nb", "a%b");
        like(true, "a\nb", "a_b");
        like(true, "[ab]", "[ab]");
        like(false, "a", "[ab]");
    }

    @Test
    void wildcards() {
        like(true, "", "%");
        like(false, "", "_");
        like(true, "", "");
        like(true, "order-17", "order%");
        like(true, "order-17", "%17");
        like(true, "order-17", "%der%1%");
        like(false, "aba", "%ab");
        like(true, "abab", "%ab");
        like(false, "ab", "ab%ab");
        like(true, "北京市", "北_市");
        like(true, "😀x", "_x");
        like(true, "aXbXc", "a_b%c");
        like(true, "mississippi", "%iss%ip_i");
        like(false, "mississippi", "%isx%");
    }

    @Test
    void escape() {
        expect("TRUE", test("LIKE", text("a_c"), text("a\\_c"), text("\\")));
        expect("FALSE", test("LIKE", text("abc"), text("a\\_c"), text("\\")));
        expect("TRUE", test("LIKE", text("a%"), text("a%%"), text("%")));
        expect("FALSE", test("LIKE", text("ab"), text("a%%"), text("%")));
        expect("TRUE", test("LIKE", text("a\\"), text("a\\\\"), text("\\")));
        assertThrows(AlluviumException.class, () -> Expressions.eval(test("LIKE", text("a"), text("a\\"), text("\\"))));
        assertThrows(AlluviumException.class, () -> Expressions.eval(test("LIKE", text("a"), text("\\a"), text("\\"))));
        expect("NULL", test("LIKE", text("a"), nothing(DataType.string())));
    }

    @Test
    void similarTo() {
        expect("TRUE", test("SIMILAR TO", text("abc"), text("a(b|x)c")));
        expect("TRUE", test("SIMILAR TO", text("a.c"), text("a.c")));
        expect("FALSE", test("SIMILAR TO", text("abc"), text("a.c")));
        expect("TRUE", test("SIMILAR TO", text("2024-03"), text("[0-9]{4}-[[:DIGIT:]]+")));
        expect("TRUE", test("SIMILAR TO", text("anything"), text("an%g")));
        expect("FALSE", test("SIMILAR TO", text("xabc"), text("abc")));
        expect("TRUE", test("SIMILAR TO", text("a%"), text("a\\%"), text("\\")));
    }
}
