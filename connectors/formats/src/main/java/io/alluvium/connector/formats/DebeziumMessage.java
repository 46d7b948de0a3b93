package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The head of an envelope and where its images stand in the record's bytes; the envelope may lie inside {@code payload}, beside its
 * schema. Not changed once it was read.
 */
final class DebeziumMessage implements RecordDecoder.Envelope {
    @Nullable
    String op;

    @Nullable
    Long madeMillis;

    @Nullable
    Long changedMillis;

    @Nullable
    String database;

    @Nullable
    String schema;

    @Nullable
    String table;

    final Part before = new Part();
    final Part after = new Part();

    /** An image: a range of the record's bytes; of length 0 where it is null or absent. */
    static final class Part {
        int start;
        int length;
    }

    /** Says nothing. */
    static final DebeziumMessage NONE = new DebeziumMessage();

    private DebeziumMessage() {}

    /** The envelope if it is a message of this kind, else what the record holds. */
    static @Nullable DebeziumMessage of(
            RecordDecoder.@Nullable Envelope envelope, byte[] record, int start, int length) {
        if (envelope instanceof DebeziumMessage message) {
            return message;
        }
        return length == 0 ? null : read(record, start, length);
    }

    /**
     * Reads the head.
     *
     * @return null for a record without message: nothing, or null, or a payload of null
     */
    static @Nullable DebeziumMessage read(byte[] record, int start, int length) {
        DebeziumMessage message = new DebeziumMessage();
        try (JsonParser parser = Json.parser(record, start, length)) {
            JsonToken token = parser.nextToken();
            if (token == null || token == JsonToken.VALUE_NULL && parser.nextToken() == null) {
                return null;
            }
            if (token != JsonToken.START_OBJECT) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "message is JSON, but not an object");
            }
            boolean present = message.envelope(parser, start, true);
            if (parser.nextToken() != null) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record holds more than one JSON value");
            }
            return present ? message : null;
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
    }

    /** Reads to the end of the object at the parser; false where a payload is there and null. */
    private boolean envelope(JsonParser parser, int start, boolean outer) throws IOException {
        boolean present = true;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (key) {
                case "payload" -> {
                    if (outer && value == JsonToken.START_OBJECT) {
                        envelope(parser, start, false);
                    } else {
                        present = value != JsonToken.VALUE_NULL;
                        parser.skipChildren();
                    }
                }
                case "op" -> op = text(parser);
                case "ts_ms" -> madeMillis = number(key, parser);
                case "before" -> part(before, parser, start);
                case "after" -> part(after, parser, start);
                case "source" -> source(parser);
                default -> parser.skipChildren();
            }
        }
        return present;
    }

    private void source(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "db" -> database = text(parser);
                case "schema" -> schema = text(parser);
                case "table" -> table = text(parser);
                case "ts_ms" -> changedMillis = number(key, parser);
                default -> parser.skipChildren();
            }
        }
    }

    private static void part(Part part, JsonParser parser, int start) throws IOException {
        part.start = 0;
        part.length = 0;
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        int from = start + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        part.start = from;
        part.length = start + (int) parser.currentLocation().getByteOffset() - from;
    }

    private static @Nullable String text(JsonParser parser) throws IOException {
        if (parser.currentToken().isStructStart()) {
            parser.skipChildren();
            return null;
        }
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private static @Nullable Long number(String key, JsonParser parser) throws IOException {
        String text = text(parser);
        if (text == null) {
            return null;
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "field \"" + key + "\" of the message holds \"" + text + "\"", null, e);
        }
    }
}
