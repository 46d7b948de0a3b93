package io.alluvium.server.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as JSON objects, one a line: exact numbers, booleans, nested arrays and objects; everything else as text. */
final class JsonLines {
    private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

    private final PrintStream out;

    JsonLines(PrintStream out) {
        this.out = out;
    }

    void print(Result result) {
        List<String> lines = new ArrayList<>();
        for (Object[] row : result.rows()) {
            ObjectNode node = NODES.objectNode();
            for (int i = 0; i < row.length; i++) {
                node.set(result.schema().name(i), node(row[i], result.schema().type(i), result.zone()));
            }
            lines.add(node.toString());
        }
        if (!result.ordered()) {
            lines.sort(Comparator.naturalOrder());
        }
        lines.forEach(out::println);
    }

    private static JsonNode node(@Nullable Object value, DataType type, ZoneId zone) {
        if (value == null) {
            return NODES.nullNode();
        }
        if (type.is(DataType.Scalar.BOOLEAN)) {
            return NODES.booleanNode((Long) value != 0);
        }
        if (type.isInteger()) {
            return NODES.numberNode((Long) value);
        }
        if (type.isApproximate()) {
            double number = (Double) value;
            return Double.isFinite(number)
                    ? NODES.numberNode(new BigDecimal(ValueText.render(value, type, zone)))
                    : NODES.textNode(Double.toString(number));
        }
        if (type instanceof DataType.Decimal decimal) {
            return NODES.numberNode(ValueText.decimal(value, decimal.scale()));
        }
        if (type instanceof DataType.Array array) {
            return elements((byte[]) value, 0, array.element(), zone);
        }
        if (type instanceof DataType.MapOf map) {
            byte[] bytes = (byte[]) value;
            ArrayNode keys = elements(bytes, NestedValues.mapKeys(0), map.key(), zone);
            ArrayNode values = elements(bytes, NestedValues.mapValues(bytes, 0), map.value(), zone);
            ObjectNode node = NODES.objectNode();
            for (int i = 0; i < keys.size(); i++) {
                node.set(keys.get(i).asText(), values.get(i));
            }
            return node;
        }
        if (type instanceof DataType.Row row) {
            RowCodec codec = RowCodec.of(row);
            ObjectNode node = NODES.objectNode();
            for (int i = 0; i < codec.columns(); i++) {
                DataType.Field field = row.fields().get(i);
                node.set(field.name(), node(codec.value((byte[]) value, 0, i), field.type(), zone));
            }
            return node;
        }
        return NODES.textNode(ValueText.render(value, type, zone));
    }

    private static ArrayNode elements(byte[] bytes, int start, DataType element, ZoneId zone) {
        ArrayNode node = NODES.arrayNode();
        int size = NestedValues.arraySize(bytes, start);
        for (int i = 0; i < size; i++) {
            node.add(node(NestedValues.element(element.kind(), bytes, start, i), element, zone));
        }
        return node;
    }
}
