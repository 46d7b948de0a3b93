package io.alluvium.connector.files;

import io.alluvium.core.connector.RecordDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into records without copying them: after {@link #next} the record is {@code bytes()[start() ..
 * start() + length())}. Used by one thread.
 */
final class RecordBuffer {
    private static final int INITIAL = 1 << 18;
    private static final int KEPT_OF_TOO_LONG = 1024;

    /** What {@link #next} found. */
    enum Found {
        RECORD,
        /** A record longer than allowed; what is given is its beginning. */
        TOO_LONG,
        /** No whole record is there now; {@link #rest} gives what stands behind the last newline. */
        NONE
    }

    private final RecordDecoder format;
    private final int maxRecordBytes;
    private byte[] buffer = new byte[INITIAL];
    private int next;
    private int scanned;
    private int end;
    /** Bytes of a record that is too long which have left the buffer. */
    private long dropped;

    private byte[] tooLong = new byte[0];

    private byte[] record = buffer;
    private int start;
    private int length;
    private long offset;
    private long nextOffset;
    private long records;

    RecordBuffer(RecordDecoder format, int maxRecordBytes) {
        this.format = format;
        this.maxRecordBytes = maxRecordBytes;
    }

    /** Begins a stream that stands at this offset behind so many records. */
    void reset(long streamOffset, long streamRecords) {
        next = 0;
        scanned = 0;
        end = 0;
        dropped = 0;
        nextOffset = streamOffset;
        records = streamRecords;
    }

    byte[] bytes() {
        return record;
    }

    int start() {
        return start;
    }

    int length() {
        return length;
    }

    /** Offset of the current record in its stream. */
    long offset() {
        return offset;
    }

    /** Offset behind the current record, where reading may go on after a restart. */
    long nextOffset() {
        return nextOffset;
    }

    /** Records given out since the stream's beginning: the line of the current one, where a record is a line. */
    long records() {
        return records;
    }

    /** Reads until a whole record is there or the stream has no more bytes now. */
    Found next(InputStream in) throws IOException {
        while (true) {
            int newline = dropped > 0 ? newline(scanned) : format.recordEnd(buffer, next, scanned, end);
            if (newline >= 0 && dropped > 0) {
                return takeTooLong(newline + 1 - next);
            }
            if (newline >= 0) {
                take(newline - next, newline + 1 - next);
                return Found.RECORD;
            }
            scanned = end;
            if (end - next > maxRecordBytes || dropped > 0) {
                if (dropped == 0) {
                    tooLong = Arrays.copyOfRange(buffer, next, next + Math.min(end - next, KEPT_OF_TOO_LONG));
                    int line = newline(next);
                    if (line >= 0) {
                        // quoted text that never ends: only its first line is bad
                        return takeTooLong(line + 1 - next);
                    }
                }
                dropped += end - next;
                next = end;
            }
            if (!fill(in)) {
                return Found.NONE;
            }
        }
    }

    /** What stands behind the last newline as a record, when there is any. */
    Found rest() {
        if (dropped > 0) {
            return takeTooLong(end - next);
        }
        if (next == end) {
            return Found.NONE;
        }
        take(end - next, end - next);
        return Found.RECORD;
    }

    private void take(int recordLength, int consumed) {
        record = buffer;
        start = next;
        length = recordLength;
        offset = nextOffset;
        consume(consumed);
        boolean byteOrderMark = offset == 0
                && length >= 3
                && record[start] == (byte) 0xEF
                && record[start + 1] == (byte) 0xBB
                && record[start + 2] == (byte) 0xBF;
        if (byteOrderMark) {
            start += 3;
            length -= 3;
        }
        if (length > 0 && record[start + length - 1] == '\r') {
            length--;
        }
    }

    private Found takeTooLong(int consumed) {
        record = tooLong;
        start = 0;
        length = tooLong.length;
        offset = nextOffset;
        nextOffset += dropped;
        dropped = 0;
        consume(consumed);
        return Found.TOO_LONG;
    }

    private void consume(int count) {
        records++;
        next += count;
        nextOffset += count;
        scanned = next;
    }

    private int newline(int from) {
        for (int i = from; i < end; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private boolean fill(InputStream in) throws IOException {
        if (next > 0) {
            System.arraycopy(buffer, next, buffer, 0, end - next);
            end -= next;
            scanned -= next;
            next = 0;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read <= 0) {
            return false;
        }
        end += read;
        return true;
    }
}
