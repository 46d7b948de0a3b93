package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;

/** Reads one JSON object a record. */
final class JsonDecoder implements RecordDecoder {
    private final JsonRowReader row;

    JsonDecoder(ScanRequest request, boolean failOnMissing) {
        this.row = new JsonRowReader(request, failOnMissing);
    }

    @Override
    public void decode(byte[] data, int start, int length, Rows rows) {
        if (length == 0) {
            rows.skipped("tombstone");
            return;
        }
        try (JsonParser parser = Json.parser(data, start, length)) {
            JsonToken token = parser.nextToken();
            if (token == null || token == JsonToken.VALUE_NULL && parser.nextToken() == null) {
                rows.skipped("tombstone");
                return;
            }
            if (token != JsonToken.START_OBJECT) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record is JSON, but not an object");
            }
            row.append(parser, data, start, rows.builder());
            if (parser.nextToken() != null) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record holds more than one JSON value");
            }
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
        rows.endRow(1, 0);
    }
}
