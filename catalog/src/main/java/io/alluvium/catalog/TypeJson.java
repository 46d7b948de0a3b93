package io.alluvium.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.core.type.DataType;
import java.util.ArrayList;
import java.util.List;

/** Data types as JSON objects: {@code {"type": "DECIMAL", "precision": 10, "scale": 2, "nullable": true}}. */
final class TypeJson {
    private TypeJson() {}

    static ObjectNode write(DataType type) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (type instanceof DataType.Simple simple) {
            node.put("type", simple.scalar().name());
        } else if (type instanceof DataType.Decimal decimal) {
            node.put("type", "DECIMAL").put("precision", decimal.precision()).put("scale", decimal.scale());
        } else if (type instanceof DataType.Text text) {
            node.put("type", text.fixed() ? "CHAR" : "VARCHAR").put("length", text.length());
        } else if (type instanceof DataType.Binary binary) {
            node.put("type", binary.fixed() ? "BINARY" : "VARBINARY").put("length", binary.length());
        } else if (type instanceof DataType.Temporal temporal) {
            node.put("type", temporal.temporal().name()).put("precision", temporal.precision());
        } else if (type instanceof DataType.Array array) {
            node.put("type", "ARRAY").set("element", write(array.element()));
        } else if (type instanceof DataType.MapOf map) {
            node.put("type", "MAP").set("key", write(map.key()));
            node.set("value", write(map.value()));
        } else if (type instanceof DataType.Row row) {
            node.put("type", "ROW");
            for (DataType.Field field : row.fields()) {
                ObjectNode fieldNode = node.withArray("fields").addObject();
                fieldNode.put("name", field.name()).set("type", write(field.type()));
            }
        } else {
            throw new AssertionError(type);
        }
        return node.put("nullable", type.nullable());
    }

    static DataType read(JsonNode node) {
        boolean nullable = node.path("nullable").asBoolean(true);
        String name = node.path("type").asText();
        return switch (name) {
            case "DECIMAL" -> new DataType.Decimal(
                    node.path("precision").asInt(), node.path("scale").asInt(), nullable);
            case "CHAR", "VARCHAR" -> new DataType.Text(node.path("length").asInt(), name.equals("CHAR"), nullable);
            case "BINARY", "VARBINARY" -> new DataType.Binary(
                    node.path("length").asInt(), name.equals("BINARY"), nullable);
            case "TIME", "TIMESTAMP", "TIMESTAMP_LTZ" -> new DataType.Temporal(
                    DataType.TemporalKind.valueOf(name), node.path("precision").asInt(), nullable);
            case "ARRAY" -> new DataType.Array(read(node.path("element")), nullable);
            case "MAP" -> new DataType.MapOf(read(node.path("key")), read(node.path("value")), nullable);
            case "ROW" -> {
                List<DataType.Field> fields = new ArrayList<>();
                node.path("fields")
                        .forEach(field ->
                                fields.add(new DataType.Field(field.path("name").asText(), read(field.path("type")))));
                yield new DataType.Row(fields, nullable);
            }
            default -> new DataType.Simple(DataType.Scalar.valueOf(name), nullable);
        };
    }
}
