package io.alluvium.connector.formats;

import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;

/** Writes rows as fields; quotes what would be read as something else. Used by one thread. */
final class CsvEncoder implements RecordEncoder {
    private final Schema schema;
    private final CsvFormat.Style style;
    private boolean headerDue;

    CsvEncoder(Schema schema, CsvFormat.Style style) {
        this.schema = schema;
        this.style = style;
        this.headerDue = style.header();
    }

    @Override
    public void encode(RowBatch rows, int before, int after, long commitMillis, ByteArrayOutputStream target) {
        if (before >= 0 || after < 0) {
            throw AlluviumException.internal("an update or delete reached the format csv");
        }
        StringBuilder line = new StringBuilder();
        if (headerDue) {
            headerDue = false;
            List<String> names =
                    schema.fields().stream().map(field -> field.name()).toList();
            for (int i = 0; i < names.size(); i++) {
                field(line, i, names.get(i), false);
            }
            line.append('\n');
        }
        for (int column = 0; column < schema.size(); column++) {
            Object value = rows.column(column).value(after);
            if (value == null) {
                String literal = style.nullLiteral();
                line.append(column == 0 ? "" : style.delimiter()).append(literal == null ? "" : literal);
            } else {
                field(line, column, text(value, schema.type(column)), true);
            }
        }
        byte[] utf8 = line.toString().getBytes(StandardCharsets.UTF_8);
        target.write(utf8, 0, utf8.length);
    }

    private void field(StringBuilder line, int column, String text, boolean isValue) {
        if (column > 0) {
            line.append(style.delimiter());
        }
        boolean looksNull =
                isValue && (style.nullLiteral() == null ? text.isEmpty() : text.equals(style.nullLiteral()));
        boolean special = text.indexOf(style.delimiter()) >= 0
                || text.indexOf('\n') >= 0
                || text.indexOf('\r') >= 0
                || style.quote() != 0 && text.indexOf(style.quote()) >= 0;
        if (!special && !looksNull) {
            line.append(text);
            return;
        }
        if (style.quote() == 0) {
            throw new AlluviumException(
                    ErrorCode.EXPRESSION_FAILED,
                    "the text \"" + text + "\" of column \"" + schema.name(column)
                            + "\" cannot be written as CSV without quotes");
        }
        line.append(style.quote());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == style.quote()) {
                line.append(c);
            }
            line.append(c);
        }
        line.append(style.quote());
    }

    private static String text(Object value, DataType type) {
        if (type.is(Scalar.BOOLEAN)) {
            return (Long) value != 0 ? "true" : "false";
        }
        if (type instanceof DataType.Binary) {
            return Base64.getEncoder().encodeToString((byte[]) value);
        }
        if (type instanceof DataType.Array || type instanceof DataType.MapOf || type instanceof DataType.Row) {
            JsonText json = new JsonText(false);
            json.value(value, type);
            return new String(json.copy(), StandardCharsets.UTF_8);
        }
        String text = ValueText.render(value, type, ZoneOffset.UTC);
        boolean instant =
                type instanceof DataType.Temporal temporal && temporal.temporal() == TemporalKind.TIMESTAMP_LTZ;
        return instant ? text + "Z" : text;
    }
}
