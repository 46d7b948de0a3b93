package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The head of a message and where its rows stand in the record's bytes. Read in a first pass that looks into no row, so that
 * messages of other tables cost little and can't fail on their values. Not changed once it was read.
 */
final class CanalMessage implements RecordDecoder.Envelope {
    @Nullable
    String database;

    @Nullable
    String table;

    @Nullable
    String type;

    @Nullable
    String gtid;

    @Nullable
    String sql;

    @Nullable
    Long es;

    @Nullable
    Long ts;

    @Nullable
    Long id;

    @Nullable
    Boolean isDdl;

    final Part data = new Part();
    final Part old = new Part();
    final Part mysqlType = new Part();
    final Part sqlType = new Part();
    final Part pkNames = new Part();

    /** A value of the message: a range of the record's bytes. */
    static final class Part {
        int start;
        /** 0 where the value is null or absent. */
        int length;

        /** The key is there, with null or a value. */
        boolean present;
    }

    /** Says nothing. */
    static final CanalMessage NONE = new CanalMessage();

    private CanalMessage() {}

    /** The envelope if it is a message of this kind, else what the record holds. */
    static @Nullable CanalMessage of(RecordDecoder.@Nullable Envelope envelope, byte[] record, int start, int length) {
        if (envelope instanceof CanalMessage message) {
            return message;
        }
        return length == 0 ? null : read(record, start, length);
    }

    /**
     * Reads the head.
     *
     * @return null for a record without message: nothing, or null
     * @throws AlluviumException RECORD_INVALID where the record is no JSON object or not whole
     */
    static @Nullable CanalMessage read(byte[] record, int start, int length) {
        CanalMessage message = new CanalMessage();
        try (JsonParser parser = Json.parser(record, start, length)) {
            JsonToken token = parser.nextToken();
            if (token == null || token == JsonToken.VALUE_NULL && parser.nextToken() == null) {
                return null;
            }
            if (token != JsonToken.START_OBJECT) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "message is JSON, but not an object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                parser.nextToken();
                message.read(key, parser, start);
            }
            if (parser.nextToken() != null) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record holds more than one JSON value");
            }
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
        return message;
    }

    private void read(String key, JsonParser parser, int start) throws IOException {
        switch (key) {
            case "data" -> part(data, parser, start);
            case "old" -> part(old, parser, start);
            case "mysqlType" -> part(mysqlType, parser, start);
            case "sqlType" -> part(sqlType, parser, start);
            case "pkNames" -> part(pkNames, parser, start);
            case "database" -> database = text(parser);
            case "table" -> table = text(parser);
            case "type" -> type = text(parser);
            case "gtid" -> gtid = text(parser);
            case "sql" -> sql = text(parser);
            case "es" -> es = number(key, parser);
            case "ts" -> ts = number(key, parser);
            case "id" -> id = number(key, parser);
            case "isDdl" -> isDdl = parser.currentToken() == JsonToken.VALUE_TRUE
                    ? Boolean.TRUE
                    : parser.currentToken() == JsonToken.VALUE_FALSE ? Boolean.FALSE : null;
            default -> parser.skipChildren();
        }
    }

    private static void part(Part part, JsonParser parser, int start) throws IOException {
        part.present = true;
        part.start = 0;
        part.length = 0;
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        part.start = start + (int) parser.currentTokenLocation().getByteOffset();
        if (parser.currentToken().isStructStart()) {
            parser.skipChildren();
        } else {
            // a lazy parser has not gone to the value's end yet
            parser.finishToken();
        }
        part.length = start + (int) parser.currentLocation().getByteOffset() - part.start;
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
            return NumberText.scaled(text.toCharArray(), 0, text.length(), 0);
        } catch (BadText e) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "field \"" + key + "\" of the message holds \"" + text + "\"", null, e);
        }
    }
}
