package io.alluvium.core.connector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static final String OWNER = "table \"ods.orders\" (connector \"filesystem\")";
    private static final List<OptionSpec> SPECS = List.of(
            OptionSpec.required("path", OptionType.TEXT, "Folder of the files."),
            OptionSpec.optional("follow", OptionType.BOOLEAN, "false", "Goes on with new files."),
            OptionSpec.optional("rows", OptionType.INTEGER, null, "How many rows."),
            OptionSpec.optional("poll-interval", OptionType.DURATION, "1s", "Time between looks."),
            OptionSpec.optional("buffer", OptionType.SIZE, "1mb", "Memory."),
            OptionSpec.choice("mode", "append", List.of("append", "replace"), "What a write does."),
            OptionSpec.secret("password", "The password."),
            OptionSpec.optional("fields.#.kind", OptionType.TEXT, null, "Kind of a column's values."),
            OptionSpec.optional("fields.#.max", OptionType.INTEGER, "10", "Greatest value of a column."));

    @Test
    void refusesAnUnknownOptionWithASuggestion() {
        AlluviumException e = refused(Map.of("path", "x", "poll-intervall", "1s"));
        assertEquals(ErrorCode.OPTION_UNKNOWN, e.code());
        assertEquals("option \"poll-intervall\" is not known to " + OWNER, e.problem());
        assertEquals("did you mean \"poll-interval\"?", e.hint());
    }

    @Test
    void listsTheOptionsWhereNoneIsNear() {
        AlluviumException e = refused(Map.of("path", "x", "compression", "zstd"));
        assertEquals(
                "it takes path, follow, rows, poll-interval, buffer, mode, password, fields.#.kind, fields.#.max",
                e.hint());
    }

    @Test
    void neverShowsTheValueOfAnUnknownOption() {
        AlluviumException e = refused(Map.of("path", "x", "passwrd", "s3cret"));
        assertEquals("did you mean \"password\"?", e.hint());
        assertFalse(e.getMessage().contains("s3cret"));
    }

    @Test
    void refusesAMissingOptionAndSaysWhatItIsFor() {
        AlluviumException e = refused(Map.of("follow", "true"));
        assertEquals(ErrorCode.OPTION_MISSING, e.code());
        assertEquals("option \"path\" is missing for " + OWNER, e.problem());
        assertEquals("add 'path' = '..': Folder of the files.", e.hint());
    }

    @ParameterizedTest
    @CsvSource({
        "follow, yes, true or false",
        "rows, many, a whole number",
        "rows, 1.5, a whole number",
        "rows, 12345678901234567890, a whole number",
        "poll-interval, 10, 'a duration with its unit, such as 10s, 500ms, 5min or 1h'",
        "poll-interval, 10 parsecs, 'a duration with its unit, such as 10s, 500ms, 5min or 1h'",
        "poll-interval, -1s, 'a duration with its unit, such as 10s, 500ms, 5min or 1h'",
        "poll-interval, 9223372036854775807 d, 'a duration with its unit, such as 10s, 500ms, 5min or 1h'",
        "buffer, 1s, a size such as 64kb or 16mb",
        "buffer, 1.5mb, a size such as 64kb or 16mb",
        "mode, upsert, 'one of append, replace'",
        "fields.age.max, old, a whole number"
    })
    void refusesAValueThatCannotBeRead(String name, String value, String write) {
        AlluviumException e = refused(Map.of("path", "x", name, value));
        assertEquals(ErrorCode.OPTION_INVALID, e.code());
        assertEquals("option \"" + name + "\" of " + OWNER + " is \"" + value + "\"", e.problem());
        assertEquals("write " + write, e.hint());
    }

    @Test
    void hidesTheValueOfASecret() {
        OptionSpec pin = new OptionSpec("pin", OptionType.INTEGER, null, false, true, List.of(), "A number.");
        AlluviumException e = assertThrows(
                AlluviumException.class, () -> Options.check(OWNER, List.of(pin), Map.of("pin", "s3cret")));
        assertEquals("option \"pin\" of " + OWNER + " is (hidden)", e.problem());
        assertFalse(e.getMessage().contains("s3cret"));
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, 500",
        "10s, 10000",
        "10 S, 10000",
        "5 min, 300000",
        "2 minutes, 120000",
        "1h, 3600000",
        "2 days, 172800000",
        "0 ms, 0"
    })
    void readsDurations(String text, long millis) {
        assertEquals(
                millis, accepted(Map.of("path", "x", "poll-interval", text)).millis("poll-interval"));
        assertEquals(millis, Options.parseMillis(text));
    }

    @ParameterizedTest
    @CsvSource({"123, 123", "64kb, 65536", "16 MB, 16777216", "1g, 1073741824", "7b, 7"})
    void readsSizes(String text, long bytes) {
        assertEquals(bytes, accepted(Map.of("path", "x", "buffer", text)).bytes("buffer"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "1", "1 s 2", "one s", "1µs"})
    void parsesNothingElseAsADuration(String text) {
        assertNull(Options.parseMillis(text));
    }

    @Test
    void givesDefaultsWhereNothingIsWritten() {
        Options options = accepted(Map.of("path", "/data"));
        assertEquals("/data", options.text("path"));
        assertFalse(options.flag("follow"));
        assertEquals(1000, options.millis("poll-interval"));
        assertEquals(1 << 20, options.bytes("buffer"));
        assertEquals("append", options.text("mode"));
        assertNull(options.textOrNull("rows"));
        assertFalse(options.has("rows"));
        assertTrue(options.has("mode"));
    }

    @Test
    void readsOptionsNamedByColumn() {
        Options options = accepted(Map.of("path", "x", "fields.order id.kind", "sequence", "fields.订单.b.max", "-3"));
        assertEquals("sequence", options.text("fields.order id.kind"));
        assertEquals(-3, options.integer("fields.订单.b.max"));
        assertEquals(10, options.integer("fields.other.max"), "the default holds for every column");
        assertFalse(options.has("fields.other.kind"));
        assertEquals(
                ErrorCode.OPTION_UNKNOWN,
                refused(Map.of("path", "x", "fields..kind", "a")).code());
        assertEquals(
                ErrorCode.OPTION_UNKNOWN,
                refused(Map.of("path", "x", "fields.kind", "a")).code());
    }

    @Test
    void keepsTheOrderInWhichOptionsWereWritten() {
        Map<String, String> written = new LinkedHashMap<>();
        for (String name : List.of("rows", "path", "mode", "follow", "buffer", "fields.z.kind", "fields.a.kind")) {
            written.put(name, name.equals("mode") ? "append" : name.equals("follow") ? "TRUE" : "1");
        }
        Options options = accepted(written);
        assertEquals(
                new ArrayList<>(written.keySet()),
                new ArrayList<>(options.given().keySet()));
        assertTrue(options.flag("follow"));
        assertThrows(UnsupportedOperationException.class, () -> options.given().put("rows", "2"));
        written.put("rows", "2");
        assertEquals(1, options.integer("rows"), "later changes of the map do not matter");
    }

    @Test
    void askingForAnUndeclaredOptionIsABug() {
        AlluviumException e = assertThrows(
                AlluviumException.class, () -> accepted(Map.of("path", "x")).text("paht"));
        assertEquals(ErrorCode.INTERNAL, e.code());
        AlluviumException missing = assertThrows(
                AlluviumException.class, () -> accepted(Map.of("path", "x")).integer("rows"));
        assertEquals(ErrorCode.INTERNAL, missing.code());
    }

    private static Options accepted(Map<String, String> values) {
        return Options.check(OWNER, SPECS, values);
    }

    private static AlluviumException refused(Map<String, String> values) {
        return assertThrows(AlluviumException.class, () -> Options.check(OWNER, SPECS, values));
    }
}
