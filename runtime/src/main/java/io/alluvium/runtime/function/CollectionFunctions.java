package io.alluvium.runtime.function;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.function.ScalarFunction;
import io.alluvium.core.function.Utf8;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Arrays and maps. */
public final class CollectionFunctions {
    private static final DataType.MapOf TEXT_MAP =
            new DataType.MapOf(DataType.string().withNullable(false), DataType.string(), true);

    private CollectionFunctions() {}

    /** The types of a call's arguments: bytes alone do not say what they hold. */
    public static final class Arguments implements PerCall {
        private final Expression.Call call;

        public Arguments(Expression.Call call) {
            this.call = call;
        }

        DataType.Array array() {
            return (DataType.Array) call.operands().get(0).type();
        }

        /** Checks that a part of a map is text. */
        void requireText(DataType part, String what) {
            if (!(part instanceof DataType.Text)) {
                throw new AlluviumException(
                        ErrorCode.TYPE_MISMATCH,
                        call.position(),
                        call.function() + " takes a map whose " + what + " are text, not " + part.sql(),
                        null,
                        null);
            }
        }
    }

    /** Checks that a map's keys are text. */
    public static final class TextKeys implements PerCall {
        public TextKeys(Expression.Call call) {
            DataType.MapOf map = (DataType.MapOf) call.operands().get(0).type();
            new Arguments(call).requireText(map.key(), "keys");
        }
    }

    /** Checks that a map's values are text. */
    public static final class TextValues implements PerCall {
        public TextValues(Expression.Call call) {
            DataType.MapOf map = (DataType.MapOf) call.operands().get(0).type();
            new Arguments(call).requireText(map.value(), "values");
        }
    }

    @ScalarFunction(
            name = "CARDINALITY",
            signature = "(ARRAY) -> INT",
            says = "The number of elements of an array, or of entries of a map.",
            example = "CARDINALITY(ARRAY[1, 2, 3]) = 3")
    public static long cardinality(Utf8 array) {
        return NestedValues.arraySize(array.data, array.start);
    }

    @ScalarFunction(
            name = "CARDINALITY",
            signature = "(MAP) -> INT",
            says = "The number of elements of an array, or of entries of a map.",
            example = "CARDINALITY(MAP['a', 1]) = 1")
    public static long mapCardinality(Utf8 map) {
        return NestedValues.arraySize(map.data, NestedValues.mapKeys(map.start));
    }

    @ScalarFunction(
            name = "MAP_KEYS",
            signature = "(MAP) -> ARRAY<STRING>",
            says = "The keys of a map from text, in ascending order.",
            example = "MAP_KEYS(MAP['b', '1', 'a', '2']) = ARRAY['a', 'b']")
    public static byte[] mapKeys(TextKeys checked, Utf8 map) {
        int from = NestedValues.mapKeys(map.start);
        return Arrays.copyOfRange(map.data, from, NestedValues.mapValues(map.data, map.start));
    }

    @ScalarFunction(
            name = "MAP_VALUES",
            signature = "(MAP) -> ARRAY<STRING>",
            says = "The values of a map to text, in the order of their keys.",
            example = "MAP_VALUES(MAP['b', '1', 'a', '2']) = ARRAY['2', '1']")
    public static byte[] mapValues(TextValues checked, Utf8 map) {
        int from = NestedValues.mapValues(map.data, map.start);
        return Arrays.copyOfRange(map.data, from, map.start + map.length);
    }

    @ScalarFunction(
            name = "ARRAY_CONTAINS",
            signature = "(ARRAY, ANY) -> BOOLEAN",
            says = "TRUE when an array has an element; a NULL element is found by NULL.",
            example = "ARRAY_CONTAINS(ARRAY[1, 2, 3], 2)")
    public static Expression arrayContains(Expression.Call call) {
        DataType.Array array = (DataType.Array) call.operands().get(0).type();
        Expression wanted = new Expression.Call(
                "CAST", List.of(call.operands().get(1)), array.element().withNullable(true), call.position());
        DataType one = new DataType.Array(array.element().withNullable(true), true);
        Expression boxed = new Expression.Call("ARRAY", List.of(wanted), one, call.position());
        return new Expression.Call(
                "ARRAYS_OVERLAP", List.of(call.operands().get(0), boxed), call.type(), call.position());
    }

    @ScalarFunction(
            name = "ARRAYS_OVERLAP",
            signature = "(ARRAY, ARRAY) -> BOOLEAN",
            says = "TRUE when two arrays of one type have an element in common; NULL elements are equal.",
            example = "ARRAYS_OVERLAP(ARRAY[1, 2], ARRAY[2, 3])")
    public static boolean arraysOverlap(Arguments arguments, Utf8 array, Utf8 other) {
        ColumnKind kind = arguments.array().element().kind();
        int size = NestedValues.arraySize(array.data, array.start);
        int otherSize = NestedValues.arraySize(other.data, other.start);
        for (int j = 0; j < otherSize; j++) {
            Object wanted = NestedValues.element(kind, other.data, other.start, j);
            for (int i = 0; i < size; i++) {
                if (Objects.deepEquals(NestedValues.element(kind, array.data, array.start, i), wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    @ScalarFunction(
            name = "ARRAY_JOIN",
            signature = "(ARRAY, STRING) -> STRING",
            says = "The texts of an array's elements with a separator between them; NULLs are left out.",
            example = "ARRAY_JOIN(ARRAY['a', 'b'], '-') = 'a-b'")
    public static String arrayJoin(FunctionContext context, Arguments arguments, Utf8 array, String separator) {
        DataType element = arguments.array().element();
        StringJoiner text = new StringJoiner(separator);
        int size = NestedValues.arraySize(array.data, array.start);
        for (int i = 0; i < size; i++) {
            Object value = NestedValues.element(element.kind(), array.data, array.start, i);
            if (value != null) {
                text.add(ValueText.render(value, element, context.zone()));
            }
        }
        return text.toString();
    }

    @ScalarFunction(
            name = "SPLIT",
            signature = "(STRING, STRING) -> ARRAY<STRING>",
            says = "The parts of a text between separators.",
            example = "SPLIT('a,b', ',') = ARRAY['a', 'b']")
    public static byte[] split(String text, String separator) {
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        int next = separator.isEmpty() ? -1 : text.indexOf(separator);
        while (next >= 0) {
            parts.add(text.substring(from, next).getBytes(StandardCharsets.UTF_8));
            from = next + separator.length();
            next = text.indexOf(separator, from);
        }
        parts.add(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return NestedValues.array(ColumnKind.BYTES, parts);
    }

    @ScalarFunction(
            name = "STR_TO_MAP",
            signature = "(STRING) -> MAP<STRING NOT NULL, STRING>",
            says = "A map from a text like a=1,b=2; the separators can be given.",
            example = "STR_TO_MAP('a=1,b=2')['b'] = '2'")
    public static byte[] strToMap(String text) {
        return strToMap(text, ",", "=");
    }

    @ScalarFunction(
            name = "STR_TO_MAP",
            signature = "(STRING, STRING, STRING) -> MAP<STRING NOT NULL, STRING>",
            says = "A map from a text like a=1,b=2; the separators can be given.",
            example = "STR_TO_MAP('a:1;b:2', ';', ':')['a'] = '1'")
    public static byte[] strToMap(String text, String entrySeparator, String valueSeparator) {
        Map<byte[], byte @Nullable []> entries = new LinkedHashMap<>();
        for (String entry : text.split(Pattern.quote(entrySeparator), -1)) {
            int split = entry.indexOf(valueSeparator);
            String key = split < 0 ? entry : entry.substring(0, split);
            entries.put(
                    key.getBytes(StandardCharsets.UTF_8),
                    split < 0
                            ? null
                            : entry.substring(split + valueSeparator.length()).getBytes(StandardCharsets.UTF_8));
        }
        return NestedValues.map(TEXT_MAP, entries);
    }
}
