package io.alluvium.core.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    @Test
    void findsOneSlipOfTheFinger() {
        List<String> names = List.of("name", "amount", "created_at");
        assertEquals("name", Suggestion.nearest("nmae", names));
        assertEquals("name", Suggestion.nearest("nam", names));
        assertEquals("name", Suggestion.nearest("namee", names));
        assertEquals("name", Suggestion.nearest("nane", names));
        assertEquals("created_at", Suggestion.nearest("create_at", names));
        assertEquals("did you mean \"amount\"?", Suggestion.didYouMean("amuont", names));
    }

    @Test
    void ignoresLetterCaseAndKeepsTheCandidatesOwn() {
        assertEquals("Order_ID", Suggestion.nearest("order_id", List.of("other", "Order_ID")));
    }

    @Test
    void takesTheNearestAndOfEqualsTheFirst() {
        assertEquals("path", Suggestion.nearest("pathh", List.of("patches", "path")));
        assertEquals("ab1", Suggestion.nearest("ab", List.of("ab1", "ab2")));
    }

    @Test
    void countsSwappedNeighboursAsOne() {
        assertEquals("abcd", Suggestion.nearest("abdc", List.of("abxx", "abcd")));
    }

    @Test
    void allowsAThirdOfTheWordAndNoMore() {
        assertEquals("abcdefghi", Suggestion.nearest("abcdefxyz", List.of("abcdefghi")));
        assertNull(Suggestion.nearest("abcdewxyz", List.of("abcdefghi")));
        assertEquals("abcd", Suggestion.nearest("abxy", List.of("abcd")));
    }

    @Test
    void neverOffersANameThatSharesNothing() {
        assertNull(Suggestion.nearest("x", List.of("id", "ts")));
        assertNull(Suggestion.nearest("xy", List.of("id")));
        assertNull(Suggestion.nearest("", List.of("id")));
        assertEquals("id", Suggestion.nearest("ix", List.of("id")));
        assertNull(Suggestion.didYouMean("anything", List.of()));
    }
}
