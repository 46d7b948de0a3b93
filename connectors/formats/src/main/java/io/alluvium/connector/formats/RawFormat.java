package io.alluvium.connector.formats;

import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.type.DataType;
import java.util.List;

/** {@code 'format' = 'raw'}: the whole record is the one column, text in UTF-8 or bytes. Insert-only. */
public final class RawFormat implements FormatFactory {
    @Override
    public String name() {
        return "raw";
    }

    @Override
    public String fileExtension() {
        return "txt";
    }

    @Override
    public boolean writesPlainLines() {
        return true;
    }

    @Override
    public List<OptionSpec> options() {
        return List.of();
    }

    @Override
    public boolean changing(TableSpec table) {
        return false;
    }

    @Override
    public RecordDecoder decoder(TableContext context, ScanRequest request) {
        check(context.table());
        boolean wanted = !request.physicalColumns().isEmpty();
        DataType type = context.table().schema().type(0);
        String field = context.table().schema().name(0);
        boolean text = type instanceof DataType.Text;
        int most = text ? ((DataType.Text) type).length() : ((DataType.Binary) type).length();
        return (data, start, length, rows) -> {
            if (text && !Utf8Text.isValid(data, start, length)) {
                throw new AlluviumException(
                        ErrorCode.RECORD_INVALID,
                        "field \"" + field + "\" of type " + type.sql() + " holds bytes that are no UTF-8 text");
            }
            if (length > most && (!text || Utf8Text.codePoints(data, start, length) > most)) {
                throw new AlluviumException(
                        ErrorCode.RECORD_INVALID,
                        "field \"" + field + "\" of type " + type.sql() + " holds " + length + " bytes");
            }
            if (wanted) {
                rows.builder().column(0).appendBytes(data, start, length);
            }
            rows.endRow(1, 0);
        };
    }

    @Override
    public RecordEncoder encoder(TableContext context) {
        check(context.table());
        return (rows, before, after, commitMillis, target) -> {
            if (before >= 0 || after < 0) {
                throw AlluviumException.internal("an update or delete reached the format raw");
            }
            BytesColumn column = rows.bytes(0);
            if (!column.isNull(after)) {
                target.write(column.data(), column.starts()[after], column.lengths()[after]);
            }
        };
    }

    private static void check(TableSpec table) {
        boolean fits = table.schema().size() == 1
                && (table.schema().type(0) instanceof DataType.Text
                        || table.schema().type(0) instanceof DataType.Binary);
        if (!fits) {
            throw new AlluviumException(
                    ErrorCode.TABLE_INVALID,
                    "table \"" + table.name() + "\" of format \"raw\" has the columns " + table.schema(),
                    "declare exactly one column, STRING or BYTES");
        }
    }
}
