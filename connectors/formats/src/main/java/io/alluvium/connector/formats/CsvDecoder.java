package io.alluvium.connector.formats;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.type.DataType;
import java.nio.charset.StandardCharsets;

/** Reads fields by position. A record has exactly as many fields as the table has columns. Used by one thread. */
final class CsvDecoder implements RecordDecoder {
    private final TableSpec table;
    private final CsvFormat.Style style;
    /** Output position of each field, or -1. */
    private final int[] outputs;

    private final ValueParser[] parsers;
    private final boolean[] isText;
    private char[] characters = new char[256];
    private int used;
    private final int[] starts;
    private final int[] lengths;
    private final boolean[] quoted;

    CsvDecoder(TableSpec table, ScanRequest request, CsvFormat.Style style) {
        this.table = table;
        this.style = style;
        int fields = table.schema().size();
        this.outputs = new int[fields];
        this.parsers = new ValueParser[fields];
        this.isText = new boolean[fields];
        this.starts = new int[fields];
        this.lengths = new int[fields];
        this.quoted = new boolean[fields];
        for (int i = 0; i < fields; i++) {
            DataType type = table.schema().type(i);
            outputs[i] = request.physicalColumns().indexOf(table.schema().name(i));
            parsers[i] = ValueParser.of(table.schema().name(i), type, TextRules.plain());
            isText[i] = type instanceof DataType.Text;
        }
    }

    @Override
    public void decode(byte[] data, int start, int length, Rows rows) {
        if (length == 0 && starts.length > 1) {
            rows.skipped("tombstone");
            return;
        }
        if (!Utf8Text.isValid(data, start, length)) {
            throw new AlluviumException(ErrorCode.RECORD_INVALID, "record is not UTF-8 text");
        }
        int fields = split(new String(data, start, length, StandardCharsets.UTF_8));
        if (style.header() && isHeader(fields)) {
            rows.skipped("header");
            return;
        }
        if (fields != starts.length) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID,
                    "record has " + fields + " fields, table \"" + table.name() + "\" has " + starts.length
                            + " columns");
        }
        BatchBuilder builder = rows.builder();
        for (int i = 0; i < fields; i++) {
            if (outputs[i] < 0) {
                continue;
            }
            if (isNull(i)) {
                parsers[i].appendNull(builder.column(outputs[i]));
            } else {
                append(i, builder);
            }
        }
        rows.endRow(1, 0);
    }

    @Override
    public int recordEnd(byte[] data, int start, int from, int end) {
        if (style.quote() == 0) {
            return RecordDecoder.super.recordEnd(data, start, from, end);
        }
        boolean inside = false;
        for (int i = start; i < end; i++) {
            byte b = data[i];
            if (b == style.quote()) {
                inside = !inside;
            } else if (b == '\n' && !inside) {
                return i;
            }
        }
        return -1;
    }

    private void append(int field, BatchBuilder builder) {
        int start = starts[field];
        int length = lengths[field];
        if (!isText[field]) {
            while (length > 0 && characters[start] == ' ') {
                start++;
                length--;
            }
            while (length > 0 && characters[start + length - 1] == ' ') {
                length--;
            }
        }
        parsers[field].append(characters, start, length, builder.column(outputs[field]));
    }

    private boolean isNull(int field) {
        if (quoted[field]) {
            return false;
        }
        String literal = style.nullLiteral();
        return literal == null ? lengths[field] == 0 : text(field).equals(literal);
    }

    private boolean isHeader(int fields) {
        if (fields != starts.length) {
            return false;
        }
        for (int i = 0; i < fields; i++) {
            if (!text(i).equals(table.schema().name(i))) {
                return false;
            }
        }
        return true;
    }

    private String text(int field) {
        return new String(characters, starts[field], lengths[field]);
    }

    /** Splits the record; fields beyond the table's columns are only counted. */
    private int split(String record) {
        used = 0;
        if (characters.length < record.length()) {
            characters = new char[record.length()];
        }
        int field = 0;
        int i = 0;
        while (true) {
            int begin = used;
            boolean isQuoted = i < record.length() && style.quote() != 0 && record.charAt(i) == style.quote();
            i = isQuoted ? quotedField(record, i + 1) : plainField(record, i);
            if (field < starts.length) {
                starts[field] = begin;
                lengths[field] = used - begin;
                quoted[field] = isQuoted;
            }
            field++;
            if (i == record.length()) {
                return field;
            }
            i++;
        }
    }

    private int plainField(String record, int from) {
        int i = from;
        while (i < record.length() && record.charAt(i) != style.delimiter()) {
            characters[used++] = record.charAt(i++);
        }
        return i;
    }

    private int quotedField(String record, int from) {
        int i = from;
        while (true) {
            if (i >= record.length()) {
                throw new AlluviumException(ErrorCode.RECORD_INVALID, "record ends inside a quoted field");
            }
            char c = record.charAt(i++);
            if (c != style.quote()) {
                characters[used++] = c;
            } else if (i < record.length() && record.charAt(i) == style.quote()) {
                characters[used++] = c;
                i++;
            } else {
                break;
            }
        }
        if (i < record.length() && record.charAt(i) != style.delimiter()) {
            throw new AlluviumException(
                    ErrorCode.RECORD_INVALID,
                    "record has \"" + record.charAt(i) + "\" behind a quoted field, where a delimiter belongs");
        }
        return i;
    }
}
