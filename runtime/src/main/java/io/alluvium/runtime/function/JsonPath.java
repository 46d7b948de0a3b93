package io.alluvium.runtime.function;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A path into a JSON document: {@code $}, {@code .name}, {@code ['name']}, {@code [0]}, {@code [*]} and {@code .*}, with or
 * without a leading {@code lax} or {@code strict}. Keys must be there as written; arrays are not unwrapped.
 */
final class JsonPath {
    private final List<Step> steps;

    /** A key, an index, or (both absent) a wildcard. */
    private record Step(String key, int index, boolean isKey, boolean isIndex) {}

    private JsonPath(List<Step> steps) {
        this.steps = steps;
    }

    /** True when at most one place of a document matches. */
    boolean isDefinite() {
        return steps.stream().allMatch(step -> step.isKey || step.isIndex);
    }

    static JsonPath parse(String path) {
        String text = path.strip();
        if (text.startsWith("lax ") || text.startsWith("strict ")) {
            text = text.substring(text.indexOf(' ') + 1).strip();
        }
        if (!text.startsWith("$")) {
            throw new IllegalArgumentException("a JSON path starts with $: '" + path + "'");
        }
        List<Step> steps = new ArrayList<>();
        int i = 1;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '.') {
                int end = ++i;
                if (end < text.length() && text.charAt(end) == '"') {
                    end = text.indexOf('"', i + 1);
                    requirePart(end > 0, path);
                    steps.add(new Step(text.substring(i + 1, end), 0, true, false));
                    i = end + 1;
                    continue;
                }
                while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
                    end++;
                }
                requirePart(end > i, path);
                String key = text.substring(i, end);
                steps.add(key.equals("*") ? new Step("", 0, false, false) : new Step(key, 0, true, false));
                i = end;
            } else if (c == '[') {
                boolean quoted = i + 1 < text.length() && (text.charAt(i + 1) == '\'' || text.charAt(i + 1) == '"');
                int end = quoted ? text.indexOf(text.charAt(i + 1) + "]", i + 2) : text.indexOf(']', i);
                requirePart(end > 0, path);
                String inside = text.substring(i + (quoted ? 2 : 1), end).strip();
                if (quoted) {
                    steps.add(new Step(inside, 0, true, false));
                } else if (inside.equals("*")) {
                    steps.add(new Step("", 0, false, false));
                } else {
                    requirePart(
                            !inside.isEmpty()
                                    && inside.length() < 10
                                    && inside.chars().allMatch(d -> d >= '0' && d <= '9'),
                            path);
                    steps.add(new Step("", Integer.parseInt(inside), false, true));
                }
                i = end + (quoted ? 2 : 1);
            } else {
                requirePart(false, path);
            }
        }
        return new JsonPath(steps);
    }

    private static void requirePart(boolean good, String path) {
        if (!good) {
            throw new IllegalArgumentException("not a JSON path: '" + path + "'");
        }
    }

    /**
     * Calls the visitor at the first token of each match; it must leave the parser at the match's last token. The document is
     * read to its end, so that broken JSON is noticed wherever it breaks.
     */
    void visit(JsonParser parser, Consumer<JsonParser> visitor) throws IOException {
        if (parser.nextToken() == null) {
            throw new IOException("empty");
        }
        descend(parser, 0, visitor);
        if (parser.nextToken() != null) {
            throw new IOException("more than one document");
        }
    }

    private void descend(JsonParser parser, int depth, Consumer<JsonParser> visitor) throws IOException {
        if (depth == steps.size()) {
            visitor.accept(parser);
            return;
        }
        Step step = steps.get(depth);
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT && !step.isIndex) {
            boolean found = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean matches = !step.isKey || (!found && step.key.equals(parser.currentName()));
                parser.nextToken();
                if (matches) {
                    found = true;
                    descend(parser, depth + 1, visitor);
                } else {
                    parser.skipChildren();
                }
            }
        } else if (token == JsonToken.START_ARRAY && !step.isKey) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                if (!step.isIndex || step.index == i) {
                    descend(parser, depth + 1, visitor);
                } else {
                    parser.skipChildren();
                }
            }
        } else {
            parser.skipChildren();
        }
    }
}
