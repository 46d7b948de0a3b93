package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.ColumnBuilder;
import java.io.IOException;

/** Reads JSON objects token by token into columns; of a field that comes twice the last value counts. */
final class JsonDecoder implements RecordDecoder {
    private final boolean failOnMissing;
    private final FieldNames names;
    private final JsonFieldReader[] readers;

    JsonDecoder(ScanRequest request, boolean failOnMissing) {
        this.failOnMissing = failOnMissing;
        this.names = new FieldNames(request.physicalColumns(), true);
        this.readers = new JsonFieldReader[request.physicalColumns().size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = JsonFieldReader.of(
                    request.schema().name(i), request.schema().type(i), TextRules.plain());
        }
    }

    @Override
    public void decode(byte[] data, int start, int length, Rows rows) {
        if (length == 0) {
            rows.skipped("tombstone");
            return;
        }
        BatchBuilder builder = rows.builder();
        int row = builder.size();
        try (JsonParser parser = Json.parser(data, start, length)) {
            JsonToken token = parser.nextToken();
            if (token == null || token == JsonToken.VALUE_NULL && parser.nextToken() == null) {
                rows.skipped("tombstone");
                return;
            }
            if (token != JsonToken.START_OBJECT) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record is JSON, but not an object");
            }
            names.restart();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                int column = names.find(parser.currentName());
                parser.nextToken();
                if (column < 0) {
                    parser.skipChildren();
                    continue;
                }
                ColumnBuilder target = builder.column(column);
                if (target.size() > row) {
                    target.truncate(row);
                }
                readers[column].append(parser, data, start, target);
            }
            if (parser.nextToken() != null) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record holds more than one JSON value");
            }
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
        for (int column = 0; column < readers.length; column++) {
            if (builder.column(column).size() == row) {
                if (failOnMissing) {
                    throw new AlluviumException(
                            ErrorCode.RECORD_INVALID,
                            "field \"" + readers[column].texts.field() + "\" is missing in the record");
                }
                readers[column].texts.appendNull(builder.column(column));
            }
        }
        rows.endRow(1, 0);
    }
}
