package io.alluvium.runtime.function;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON in text. What is no JSON, and a path that leads nowhere, give NULL (or FALSE); a path that is no path is an error. */
public final class JsonFunctions {
    private static final JsonFactory JSON = JsonFactory.builder().build();

    private JsonFunctions() {}

    /** The path of a call, parsed again only when its text changes. */
    public static final class Path implements PerCall {
        private byte[] last = new byte[0];
        private @Nullable JsonPath parsed;

        JsonPath of(Utf8 text) {
            JsonPath ready = parsed;
            if (ready == null
                    || !Arrays.equals(last, 0, last.length, text.data, text.start, text.start + text.length)) {
                ready = JsonPath.parse(text.toString());
                last = Arrays.copyOfRange(text.data, text.start, text.start + text.length);
                parsed = ready;
            }
            return ready;
        }
    }

    /** What is at one place of a document. */
    private record Match(JsonToken token, String text) {
        boolean isScalar() {
            return token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY;
        }
    }

    @ScalarFunction(
            name = "JSON_VALUE",
            signature = "(STRING, STRING) -> STRING",
            says = "The text, number or boolean at a path of a JSON text; NULL for JSON null, objects and arrays.",
            example = "JSON_VALUE('{\"a\": {\"b\": [1, 2.50]}}', '$.a.b[1]') = '2.50'")
    @ScalarFunction(
            name = "GET_JSON_OBJECT",
            signature = "(STRING, STRING) -> STRING",
            says = "The text, number or boolean at a path of a JSON text; NULL for JSON null, objects and arrays.",
            example = "GET_JSON_OBJECT('{\"a\": \"x\"}', '$.a') = 'x'")
    public static @Nullable String jsonValue(Path path, Utf8 json, Utf8 place) {
        List<Match> matches = find(path.of(place), json, false);
        if (matches == null || matches.size() != 1) {
            return null;
        }
        Match match = matches.get(0);
        return match.isScalar() && match.token != JsonToken.VALUE_NULL ? match.text : null;
    }

    @ScalarFunction(
            name = "JSON_QUERY",
            signature = "(STRING, STRING) -> STRING",
            says = "The object or array at a path of a JSON text, as compact JSON.",
            example = "JSON_QUERY('{\"a\": {\"b\": 1}}', '$.a') = '{\"b\":1}'")
    public static @Nullable String jsonQuery(Path path, Utf8 json, Utf8 place) {
        List<Match> matches = find(path.of(place), json, true);
        return matches == null || matches.size() != 1 || matches.get(0).isScalar() ? null : matches.get(0).text;
    }

    @ScalarFunction(
            name = "JSON_EXISTS",
            signature = "(STRING, STRING) -> BOOLEAN",
            says = "TRUE when a path leads to something, be it null.",
            example = "JSON_EXISTS('{\"a\": null}', '$.a')")
    public static boolean jsonExists(Path path, Utf8 json, Utf8 place) {
        List<Match> matches = find(path.of(place), json, false);
        return matches != null && !matches.isEmpty();
    }

    @ScalarFunction(
            name = "JSON_EXTRACT",
            signature = "(STRING, STRING) -> STRING",
            says =
                    "What is at a path as compact JSON, text in quotes; an array of all matches for a path with a wildcard.",
            example = "JSON_EXTRACT('{\"a\": [\"x\", 1]}', '$.a[0]') = '\"x\"'")
    public static @Nullable String jsonExtract(Path path, Utf8 json, Utf8 place) {
        JsonPath parsed = path.of(place);
        List<Match> matches = find(parsed, json, true);
        if (matches == null || matches.isEmpty()) {
            return null;
        }
        if (parsed.isDefinite()) {
            return matches.get(0).text;
        }
        return "[" + String.join(",", matches.stream().map(Match::text).toList()) + "]";
    }

    @ScalarFunction(
            name = "JSON_UNQUOTE",
            signature = "(STRING) -> STRING",
            says = "The text that a JSON text in quotes stands for; anything else stays as it is.",
            example = "JSON_UNQUOTE('\"a\\u0062\"') = 'ab'")
    public static String jsonUnquote(String text) {
        if (text.length() < 2 || text.charAt(0) != '"') {
            return text;
        }
        try (JsonParser parser = JSON.createParser(text)) {
            return parser.nextToken() == JsonToken.VALUE_STRING ? parser.getText() : text;
        } catch (IOException notJson) {
            return text;
        }
    }

    @ScalarFunction(
            name = "JSON_QUOTE",
            signature = "(STRING) -> STRING",
            says = "A text as JSON, in quotes.",
            example = "JSON_QUOTE('a\"b') = '\"a\\\"b\"'")
    public static String jsonQuote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2);
        JsonText.quote(text, quoted);
        return quoted.toString();
    }

    @ScalarFunction(
            name = "IS_JSON",
            signature = "(STRING) -> BOOLEAN",
            says = "TRUE when a text is one JSON value.",
            example = "IS_JSON('[1]') AND NOT IS_JSON('[1')")
    public static boolean isJson(Utf8 json) {
        return find(JsonPath.parse("$"), json, false) != null;
    }

    /** All matches, or null when the text is no JSON. Containers have their text only when asked for. */
    private static @Nullable List<Match> find(JsonPath path, Utf8 json, boolean asJson) {
        List<Match> matches = new ArrayList<>(1);
        try (JsonParser parser = JSON.createParser(json.data, json.start, json.length)) {
            path.visit(parser, at -> matches.add(match(at, asJson)));
        } catch (IOException | UncheckedIOException notJson) {
            return null;
        }
        return matches;
    }

    private static Match match(JsonParser parser, boolean asJson) {
        try {
            JsonToken token = parser.currentToken();
            if (asJson) {
                StringBuilder text = new StringBuilder();
                JsonText.write(parser, text);
                return new Match(token, text.toString());
            }
            boolean container = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
            String text = container ? "" : parser.getText();
            parser.skipChildren();
            return new Match(token, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
