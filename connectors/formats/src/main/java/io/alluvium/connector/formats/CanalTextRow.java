package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The texts of one row for the wanted columns: a text, null, or absent, which is not null. Reused from row to row; used by
 * one thread.
 */
final class CanalTextRow {
    private static final byte ABSENT = 0;
    private static final byte NULL = 1;
    private static final byte TEXT = 2;
    private static final char[] TRUE = {'t', 'r', 'u', 'e'};
    private static final char[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private final FieldNames names;
    private final byte[] states;
    private final int[] starts;
    private final int[] lengths;
    private char[] characters = new char[1024];
    private int used;

    CanalTextRow(FieldNames names, int columns) {
        this.names = names;
        this.states = new byte[columns];
        this.starts = new int[columns];
        this.lengths = new int[columns];
    }

    /** Forgets all values: every column is absent. */
    void clear() {
        Arrays.fill(states, ABSENT);
        used = 0;
    }

    /** Takes the object that starts at the parser's current token. */
    void read(JsonParser parser, byte[] record, int recordStart) throws IOException {
        clear();
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID, "a row of the message is not an object but " + parser.getText());
        }
        names.restart();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            int column = names.find(parser.currentName());
            JsonToken token = parser.nextToken();
            if (column < 0) {
                parser.skipChildren();
            } else if (token == JsonToken.VALUE_NULL) {
                states[column] = NULL;
            } else if (token == JsonToken.VALUE_TRUE) {
                put(column, TRUE, 0, TRUE.length);
            } else if (token == JsonToken.VALUE_FALSE) {
                put(column, FALSE, 0, FALSE.length);
            } else if (token.isStructStart()) {
                byte[] json = JsonFieldReader.rawValue(parser, record, recordStart);
                char[] text = new String(json, StandardCharsets.UTF_8).toCharArray();
                put(column, text, 0, text.length);
            } else {
                put(column, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            }
        }
    }

    boolean isAbsent(int column) {
        return states[column] == ABSENT;
    }

    boolean isNull(int column) {
        return states[column] != TEXT;
    }

    char[] characters() {
        return characters;
    }

    int start(int column) {
        return starts[column];
    }

    int length(int column) {
        return lengths[column];
    }

    private void put(int column, char[] text, int start, int length) {
        if (used + length > characters.length) {
            characters = Arrays.copyOf(characters, Math.max(used + length, characters.length * 2));
        }
        System.arraycopy(text, start, characters, used, length);
        states[column] = TEXT;
        starts[column] = used;
        lengths[column] = length;
        used += length;
    }
}
