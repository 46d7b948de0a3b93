package io.alluvium.runtime.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowHash;
import io.alluvium.runtime.checkpoint.Manifest.FileEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A manifest as a file people can read, version 1: one JSON object, a line end, and {@code crc32c} with eight hex digits over
 * everything before them.
 */
final class ManifestCodec {
    private static final int VERSION = 1;
    private static final String SEAL = "crc32c ";
    private static final int SEAL_BYTES = SEAL.length() + 8 + 1;
    private static final JsonFactory JSON = new JsonFactory();

    private ManifestCodec() {}

    static byte[] encode(Manifest manifest) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeStringField("job", manifest.job());
            json.writeNumberField("attempt", manifest.attempt());
            json.writeNumberField("checkpoint", manifest.checkpoint());
            json.writeNumberField("epoch", manifest.epoch());
            json.writeNumberField("commitVersion", manifest.commitVersion());
            json.writeNumberField("parallelism", manifest.parallelism());
            if (manifest.zone() != null) {
                json.writeStringField("zone", manifest.zone());
            }
            json.writeNumberField("keyGroups", RowHash.KEY_GROUPS);
            json.writeNumberField("deadLetters", manifest.deadLetters());
            json.writeObjectFieldStart("plan");
            for (Map.Entry<String, String> node : new TreeMap<>(manifest.plan()).entrySet()) {
                json.writeStringField(node.getKey(), node.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("files");
            for (FileEntry file : manifest.files()) {
                json.writeStartObject();
                json.writeStringField("name", file.name());
                json.writeNumberField("checkpoint", file.checkpoint());
                json.writeBooleanField("base", file.base());
                json.writeNumberField("bytes", file.bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeFieldName("watermarks");
            writeLongs(json, manifest.watermarks());
            json.writeObjectFieldStart("counters");
            for (Map.Entry<String, Map<String, Long>> node : new TreeMap<>(manifest.counters()).entrySet()) {
                json.writeFieldName(node.getKey());
                writeLongs(json, node.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        bytes.write('\n');
        byte[] body = bytes.toByteArray();
        String seal = String.format("%s%08x%n", SEAL, StateFileWriter.checksum(body, 0, body.length));
        bytes.write(seal.replace("\r", "").getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }

    /** @throws AlluviumException STATE_CORRUPT or STATE_VERSION, naming the file */
    static Manifest decode(String name, byte[] bytes) {
        int body = bytes.length - SEAL_BYTES;
        if (body < 0) {
            throw corrupt(name, "it is cut off", null);
        }
        String seal = new String(bytes, body, SEAL_BYTES, StandardCharsets.US_ASCII);
        String expected = String.format("%s%08x", SEAL, StateFileWriter.checksum(bytes, 0, body)) + "\n";
        if (!seal.equals(expected)) {
            throw corrupt(name, "its checksum is wrong", null);
        }
        try (JsonParser json = JSON.createParser(bytes, 0, body)) {
            return read(name, json);
        } catch (IOException e) {
            throw corrupt(name, String.valueOf(e.getMessage()), e);
        }
    }

    private static Manifest read(String name, JsonParser json) throws IOException {
        Map<String, Long> numbers = new HashMap<>();
        String job = "";
        String zone = null;
        Map<String, String> plan = new HashMap<>();
        List<FileEntry> files = new ArrayList<>();
        Map<String, Long> watermarks = Map.of();
        Map<String, Map<String, Long>> counters = new HashMap<>();
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "job" -> job = json.getText();
                case "zone" -> zone = json.getText();
                case "plan" -> {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        plan.put(json.currentName(), json.nextTextValue());
                    }
                }
                case "files" -> {
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        files.add(readFile(json));
                    }
                }
                case "watermarks" -> watermarks = readLongs(json);
                case "counters" -> {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        String node = json.currentName();
                        json.nextToken();
                        counters.put(node, readLongs(json));
                    }
                }
                default -> numbers.put(field, json.getLongValue());
            }
        }
        long version = number(name, numbers, "version");
        if (version != VERSION || number(name, numbers, "keyGroups") != RowHash.KEY_GROUPS) {
            throw new AlluviumException(
                    ErrorCode.STATE_VERSION,
                    "manifest \"" + name + "\" has version " + version + " and " + numbers.get("keyGroups")
                            + " key groups, this build reads version " + VERSION + " with " + RowHash.KEY_GROUPS,
                    "run the version that wrote it, or start anew with --reset");
        }
        return new Manifest(
                job,
                number(name, numbers, "attempt"),
                number(name, numbers, "checkpoint"),
                number(name, numbers, "epoch"),
                number(name, numbers, "commitVersion"),
                (int) number(name, numbers, "parallelism"),
                zone,
                plan,
                files,
                watermarks,
                counters,
                number(name, numbers, "deadLetters"));
    }

    private static FileEntry readFile(JsonParser json) throws IOException {
        String name = "";
        long checkpoint = 0;
        boolean base = false;
        long bytes = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "name" -> name = json.getText();
                case "checkpoint" -> checkpoint = json.getLongValue();
                case "base" -> base = json.getBooleanValue();
                case "bytes" -> bytes = json.getLongValue();
                default -> json.skipChildren();
            }
        }
        return new FileEntry(name, checkpoint, base, bytes);
    }

    private static void writeLongs(JsonGenerator json, Map<String, Long> values) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, Long> value : new TreeMap<>(values).entrySet()) {
            json.writeNumberField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
    }

    private static Map<String, Long> readLongs(JsonParser json) throws IOException {
        Map<String, Long> values = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            values.put(key, json.getLongValue());
        }
        return values;
    }

    private static long number(String name, Map<String, Long> numbers, String field) {
        Long value = numbers.get(field);
        if (value == null) {
            throw corrupt(name, "field \"" + field + "\" is missing", null);
        }
        return value;
    }

    private static AlluviumException corrupt(String name, String why, @Nullable Throwable cause) {
        return new AlluviumException(
                ErrorCode.STATE_CORRUPT, "manifest \"" + name + "\" cannot be read: " + why, null, cause);
    }
}
