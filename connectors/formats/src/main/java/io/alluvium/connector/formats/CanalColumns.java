package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.ColumnBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The wanted columns of a table and how their texts are read, which depends on MySQL's type of a column too (its bytes, its
 * labels): one set of parsers for each {@code mysqlType} seen. Used by one thread.
 */
final class CanalColumns {
    /** Schemas of one topic's tables and their older versions; beyond that something is wrong and the sets are made anew. */
    private static final int MOST_SCHEMAS = 256;

    private final ScanRequest request;
    private final TextRules rules;
    private final boolean labels;
    private final boolean caseSensitive;
    private final Map<ByteBuffer, ValueParser[]> known = new HashMap<>();
    private ValueParser[] parsers;

    CanalColumns(ScanRequest request, TextRules rules, boolean labels, boolean caseSensitive) {
        this.request = request;
        this.rules = rules;
        this.labels = labels;
        this.caseSensitive = caseSensitive;
        this.parsers = parsers(new String[size()]);
        known.put(ByteBuffer.wrap(new byte[0]), parsers);
    }

    int size() {
        return request.physicalColumns().size();
    }

    /** Finds fields of rows; each user has its own, since it remembers the order of the fields. */
    FieldNames names() {
        return new FieldNames(request.physicalColumns(), caseSensitive);
    }

    /** The next rows are of a message with these MySQL types. */
    void types(CanalMessage.Part mysqlType, byte[] record) {
        ByteBuffer key = ByteBuffer.wrap(record, mysqlType.start, mysqlType.length);
        ValueParser[] found = known.get(key);
        if (found == null) {
            if (known.size() >= MOST_SCHEMAS) {
                known.clear();
            }
            byte[] copy = Arrays.copyOfRange(record, mysqlType.start, mysqlType.start + mysqlType.length);
            found = parsers(read(copy));
            known.put(ByteBuffer.wrap(copy), found);
        }
        parsers = found;
    }

    /** Appends a row: the values of {@code row}, or those of {@code over} where they are present there. */
    void append(CanalTextRow row, CanalTextRow over, BatchBuilder builder) {
        for (int column = 0; column < parsers.length; column++) {
            CanalTextRow from = over.isAbsent(column) ? row : over;
            ColumnBuilder target = builder.column(column);
            if (from.isNull(column)) {
                parsers[column].appendNull(target);
            } else {
                parsers[column].append(from.characters(), from.start(column), from.length(column), target);
            }
        }
    }

    private ValueParser[] parsers(String[] mysqlTypes) {
        ValueParser[] made = new ValueParser[size()];
        for (int i = 0; i < made.length; i++) {
            made[i] =
                    MysqlText.parser(request.schema().name(i), request.schema().type(i), mysqlTypes[i], rules, labels);
        }
        return made;
    }

    /** MySQL's types by wanted column; null where the message names none. */
    private String[] read(byte[] json) {
        String[] types = new String[size()];
        FieldNames names = names();
        try (JsonParser parser = Json.parser(json, 0, json.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return types;
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                int column = names.find(parser.currentName());
                JsonToken token = parser.nextToken();
                if (column >= 0 && token == JsonToken.VALUE_STRING) {
                    types[column] = parser.getText();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
        return types;
    }
}
