package io.alluvium.examples.mall;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads a topic's files as a consumer would who has nothing but the files: the final rows of each table, the last image of a key. */
final class TopicReplay {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Map<String, JsonNode>> tables = new TreeMap<>();
    private final List<String> badLines = new ArrayList<>();

    /** Replays Canal messages. */
    static TopicReplay canal(Path folder) throws IOException {
        TopicReplay replay = new TopicReplay();
        replay.read(folder, line -> {
            if (!line.isObject()
                    || !line.path("es").isIntegralNumber()
                    || line.path("data").isTextual()) {
                throw new IllegalArgumentException("no message");
            }
            replay.apply(line);
        });
        return replay;
    }

    /** Reads JSON lines; each becomes a row of the table {@code log}, its key the number of the row. */
    static TopicReplay log(Path folder) throws IOException {
        TopicReplay replay = new TopicReplay();
        Map<String, JsonNode> rows = replay.table("log");
        replay.read(folder, line -> {
            if (!line.isObject() || line.path("ts").isTextual()) {
                throw new IllegalArgumentException("no log line");
            }
            rows.put(String.valueOf(rows.size()), line);
        });
        return replay;
    }

    /** The current rows of a table, {@code database.table}, as JSON objects of strings and nulls. */
    Map<String, JsonNode> table(String name) {
        return tables.computeIfAbsent(name, key -> new LinkedHashMap<>());
    }

    /** Lines that could not be read: file name, tab, line from 1. */
    List<String> badLines() {
        return badLines;
    }

    private void read(Path folder, Consumer<JsonNode> line) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.sorted().toList();
        }
        for (Path file : files) {
            int number = 0;
            for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                number++;
                try {
                    line.accept(JSON.readTree(text));
                } catch (JsonProcessingException | IllegalArgumentException e) {
                    badLines.add(file.getFileName() + "\t" + number);
                }
            }
        }
    }

    private void apply(JsonNode message) {
        String type = message.path("type").asText();
        Map<String, JsonNode> rows = table(
                message.path("database").asText() + "." + message.path("table").asText());
        for (int i = 0; i < message.path("data").size(); i++) {
            JsonNode row = message.path("data").get(i);
            switch (type) {
                case "INSERT" -> rows.put(key(message, row), row);
                case "UPDATE" -> {
                    ObjectNode before = row.deepCopy();
                    before.setAll((ObjectNode) message.path("old").get(i));
                    rows.remove(key(message, before));
                    rows.put(key(message, row), row);
                }
                case "DELETE" -> rows.remove(key(message, row));
                default -> throw new AssertionError("rows in a message of type " + type);
            }
        }
    }

    private static String key(JsonNode message, JsonNode row) {
        StringBuilder key = new StringBuilder();
        message.path("pkNames")
                .forEach(name -> key.append(row.path(name.asText())).append('|'));
        return message.path("pkNames").isEmpty() ? row.toString() : key.toString();
    }
}
