package io.alluvium.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.core.error.AlluviumException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Definitions as JSON text, the form in which the stored catalog keeps each version. */
final class DefinitionJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private DefinitionJson() {}

    static String write(DatabaseDefinition database) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("layer", database.layer()).put("comment", database.comment());
        node.set("options", strings(database.options()));
        return node.toString();
    }

    static DatabaseDefinition readDatabase(String name, String text) {
        JsonNode node = parse(text);
        return new DatabaseDefinition(
                name, textOrNull(node, "layer"), readMap(node.path("options")), textOrNull(node, "comment"));
    }

    static String write(CatalogObject object) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("comment", object.comment());
        if (object instanceof ViewDefinition view) {
            node.put("kind", "view").put("query", view.query()).put("currentDatabase", view.currentDatabase());
            node.set("columns", strings(view.columns()));
        } else if (object instanceof TableDefinition table) {
            node.put("kind", "table");
            ArrayNode columns = node.putArray("columns");
            table.columns().forEach(column -> columns.add(write(column)));
            TableDefinition.WatermarkDefinition watermark = table.watermark();
            if (watermark != null) {
                node.putObject("watermark").put("column", watermark.column()).put("expression", watermark.expression());
            }
            node.set("primaryKey", strings(table.primaryKey()));
            node.set("partitionedBy", strings(table.partitionedBy()));
            node.set("options", strings(table.options()));
        }
        return node.toString();
    }

    static CatalogObject readObject(TablePath path, String text) {
        JsonNode node = parse(text);
        if (node.path("kind").asText().equals("view")) {
            return new ViewDefinition(
                    path,
                    readList(node.path("columns")),
                    node.path("query").asText(),
                    node.path("currentDatabase").asText(),
                    textOrNull(node, "comment"),
                    false);
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        node.path("columns").forEach(column -> columns.add(readColumn(column)));
        JsonNode watermark = node.path("watermark");
        return new TableDefinition(
                path,
                columns,
                watermark.isObject()
                        ? new TableDefinition.WatermarkDefinition(
                                watermark.path("column").asText(),
                                watermark.path("expression").asText())
                        : null,
                readList(node.path("primaryKey")),
                readList(node.path("partitionedBy")),
                readMap(node.path("options")),
                textOrNull(node, "comment"),
                false);
    }

    static String write(JobDefinition job) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("sql", job.sql());
        node.set("sources", paths(job.sources()));
        node.set("targets", paths(job.targets()));
        node.set("settings", strings(job.settings()));
        return node.toString();
    }

    static JobDefinition readJob(String name, String text) {
        JsonNode node = parse(text);
        return new JobDefinition(
                name,
                node.path("sql").asText(),
                readPaths(node.path("sources")),
                readPaths(node.path("targets")),
                readMap(node.path("settings")));
    }

    private static ObjectNode write(ColumnDefinition column) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", column.name()).put("comment", column.comment());
        if (column instanceof ColumnDefinition.Physical physical) {
            node.set("type", TypeJson.write(physical.type()));
        } else if (column instanceof ColumnDefinition.Computed computed) {
            node.put("expression", computed.expression());
        } else if (column instanceof ColumnDefinition.Metadata metadata) {
            node.put("key", metadata.key()).put("virtual", metadata.virtual());
            node.set("type", TypeJson.write(metadata.type()));
        }
        return node;
    }

    private static ColumnDefinition readColumn(JsonNode node) {
        String name = node.path("name").asText();
        String comment = textOrNull(node, "comment");
        if (node.has("expression")) {
            return new ColumnDefinition.Computed(name, node.path("expression").asText(), comment);
        }
        if (node.has("key")) {
            return new ColumnDefinition.Metadata(
                    name,
                    TypeJson.read(node.path("type")),
                    node.path("key").asText(),
                    node.path("virtual").asBoolean(),
                    comment);
        }
        return new ColumnDefinition.Physical(name, TypeJson.read(node.path("type")), comment);
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw AlluviumException.internal("a stored definition is not JSON: " + e.getOriginalMessage());
        }
    }

    private static ArrayNode strings(List<String> values) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        values.forEach(node::add);
        return node;
    }

    /** As an array of pairs, since the order of options matters to people. */
    private static ArrayNode strings(Map<String, String> values) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        values.forEach((key, value) -> node.addArray().add(key).add(value));
        return node;
    }

    private static ArrayNode paths(List<TablePath> values) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        values.forEach(path -> node.addArray().add(path.database()).add(path.name()));
        return node;
    }

    private static List<String> readList(JsonNode node) {
        List<String> values = new ArrayList<>();
        node.forEach(value -> values.add(value.asText()));
        return values;
    }

    private static Map<String, String> readMap(JsonNode node) {
        Map<String, String> values = new LinkedHashMap<>();
        node.forEach(pair -> values.put(pair.path(0).asText(), pair.path(1).asText()));
        return values;
    }

    private static List<TablePath> readPaths(JsonNode node) {
        List<TablePath> values = new ArrayList<>();
        node.forEach(pair ->
                values.add(new TablePath(pair.path(0).asText(), pair.path(1).asText())));
        return values;
    }

    private static @Nullable String textOrNull(JsonNode node, String field) {
        return node.hasNonNull(field) ? node.path(field).asText() : null;
    }
}
