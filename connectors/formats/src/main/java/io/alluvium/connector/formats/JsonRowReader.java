package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.ColumnBuilder;
import java.io.IOException;

/**
 * Reads a JSON object token by token into the wanted columns of a row; of a field that comes twice the last value counts. Used by one
 * thread.
 */
final class JsonRowReader {
    private final boolean failOnMissing;
    private final FieldNames names;
    private final JsonFieldReader[] readers;

    JsonRowReader(ScanRequest request, boolean failOnMissing) {
        this.failOnMissing = failOnMissing;
        this.names = new FieldNames(request.physicalColumns(), true);
        this.readers = new JsonFieldReader[request.physicalColumns().size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = JsonFieldReader.of(
                    request.schema().name(i), request.schema().type(i), TextRules.plain());
        }
    }

    /**
     * Appends the values of the object at the parser's current token, without ending the row.
     *
     * @param start where the parser's bytes begin in {@code data}
     */
    void append(JsonParser parser, byte[] data, int start, BatchBuilder builder) throws IOException {
        int row = builder.size();
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
    }
}
