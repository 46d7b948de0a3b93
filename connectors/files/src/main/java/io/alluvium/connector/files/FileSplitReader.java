package io.alluvium.connector.files;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads files in name order, a record at a time. Read once, the files are those that were there at the beginning and a last line
 * without newline is a record. Followed, new files and lines are taken as they come: a line counts when its newline is there,
 * or when a later file shows that its file is complete. Files that this connector wrote are complete when they are seen.
 */
final class FileSplitReader implements SplitReader, RecordDecoder.Rows {
    private static final Pattern COMMITTED = Pattern.compile("(.*/)?commit-\\d{13}-\\d+(-[0-9a-f]{12})?\\.[a-z]+");
    private static final Logger LOG = LoggerFactory.getLogger(FileSplitReader.class);

    private final FileListing listing;
    private final String split;
    private final FileFormat format;
    private final RowTags tags;
    private final SourceContext context;
    private final BatchBuilder builder;
    private final RecordBuffer records;
    private final KnownFiles known;
    private final Map<String, Long> skips = new HashMap<>();

    private List<String> names = List.of();
    private long nextListing = Long.MIN_VALUE;
    private @Nullable InputStream in;
    private @Nullable String file;
    /** A later file has shown that the open file gets no more lines. */
    private boolean closing;

    private int generation;
    private long base;

    FileSplitReader(
            FileListing listing,
            String split,
            FileFormat format,
            ReadPosition from,
            RowTags tags,
            SourceContext context) {
        this.listing = listing;
        this.split = split;
        this.format = format;
        this.tags = tags;
        this.context = context;
        this.builder = new BatchBuilder(format.schema());
        this.records = new RecordBuffer(format.decoder(), format.maxRecordBytes());
        this.known =
                new KnownFiles(listing, from, FileSplitReader::neverGrows, count -> context.counter("file_out_of_order")
                        .add(count));
        this.generation = from.generation();
        this.base = from.base();
        look(true);
        if (from.file() != null) {
            reopen(from.file(), from.offset(), from.line());
        }
    }

    @Override
    public @Nullable RowBatch poll() {
        try {
            while (!builder.isFull()) {
                if (in == null) {
                    String next = nextFile();
                    if (next == null) {
                        break;
                    }
                    startNext(next);
                } else if (!readRecord()) {
                    break;
                }
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED,
                    "file " + listing.resolve(String.valueOf(file)) + " cannot be read: " + e.getMessage(),
                    null,
                    e);
        } finally {
            skips.forEach((reason, count) -> context.counter(reason).add(count));
            skips.clear();
        }
        return builder.isEmpty() ? null : builder.build();
    }

    @Override
    public boolean finished() {
        if (in != null || !builder.isEmpty()) {
            return false;
        }
        return format.bounded() ? nextFile() == null : listing.single() && neverGrows(split) && known.isDone(split);
    }

    @Override
    public byte[] position() {
        return new ReadPosition(
                        generation,
                        file,
                        file == null ? 0 : records.nextOffset(),
                        file == null ? 0 : records.records(),
                        base,
                        known.floor(),
                        known.forgotten(),
                        known.done())
                .encode();
    }

    @Override
    public void close() {
        closeFile();
    }

    @Override
    public BatchBuilder builder() {
        return builder;
    }

    @Override
    public void endRow(long weight, int index) {
        tags.fill(builder, index);
        builder.endRow(weight);
    }

    @Override
    public void skipped(String reason) {
        skips.merge(reason, 1L, Long::sum);
    }

    /** Takes one record of the open file, or closes the file at its end; false where nothing more is there now. */
    private boolean readRecord() throws IOException {
        InputStream stream = open();
        RecordBuffer.Found found = records.next(stream);
        if (found == RecordBuffer.Found.NONE) {
            if (!complete()) {
                return false;
            }
            // bytes may have come between the last read and the look that showed the file to be complete
            found = records.next(stream);
        }
        if (found == RecordBuffer.Found.NONE) {
            found = records.rest();
        }
        switch (found) {
            case RECORD -> decode();
            case TOO_LONG -> bad(new AlluviumException(
                    ErrorCode.RECORD_INVALID,
                    "record is longer than " + format.maxRecordBytes() + " bytes",
                    "raise '" + FilesConnector.MAX_RECORD + "'"));
            case NONE -> finishFile();
        }
        return true;
    }

    private void decode() {
        tags.record(records.offset());
        int rows = builder.size();
        try {
            format.decoder().decode(records.bytes(), records.start(), records.length(), this);
        } catch (AlluviumException e) {
            builder.truncate(rows);
            if (e.code() != ErrorCode.RECORD_INVALID) {
                throw e;
            }
            bad(e);
        }
    }

    private void bad(AlluviumException error) {
        tags.record(records.offset());
        byte[] raw = Arrays.copyOfRange(records.bytes(), records.start(), records.start() + records.length());
        String where = "file:" + file + ":" + records.records() + " offset " + records.offset();
        context.deadLetters().report(new DeadLetter(context.node(), where, tags.recordTag(), raw, 1, error));
    }

    /** True where the open file gets no more lines. */
    private boolean complete() throws IOException {
        String name = String.valueOf(file);
        if (closing || format.bounded() || neverGrows(name)) {
            return true;
        }
        if (laterFileAfter(name)) {
            closing = true;
            return true;
        }
        if (!due()) {
            return false;
        }
        look(false);
        Path path = listing.resolve(name);
        boolean gone = !Files.exists(path);
        if (!gone && Files.size(path) < records.nextOffset()) {
            LOG.warn(
                    "file={} became shorter than what was read of it; reading it anew as generation {}",
                    path,
                    generation + 1);
            context.counter("file_replaced").add(1);
            base += records.nextOffset();
            generation++;
            closeFile();
            start(name, 0, 0);
            return false;
        }
        closing = gone || laterFileAfter(name);
        if (!closing && (listing.single() || known.hasGrown())) {
            putAside(name);
        }
        return closing;
    }

    private boolean laterFileAfter(String name) {
        return names.stream().anyMatch(other -> other.compareTo(name) > 0 && known.isNew(other));
    }

    /**
     * Leaves a file that has no more lines now: another one has, or it is a split of its own, of which a table may have more than
     * a process may have open files.
     */
    private void putAside(String name) {
        if (!listing.single()) {
            base += records.nextOffset();
        }
        known.finished(new ReadPosition.DoneFile(name, records.nextOffset(), records.records()));
        closeFile();
    }

    private void finishFile() {
        String name = String.valueOf(file);
        long offset = records.nextOffset();
        base += offset;
        closeFile();
        known.finished(new ReadPosition.DoneFile(name, offset, records.records()));
    }

    private @Nullable String nextFile() {
        for (int look = 0; look < 2; look++) {
            for (String name : names) {
                if (known.isNew(name)) {
                    return name;
                }
            }
            if (format.bounded() || !due()) {
                return null;
            }
            look(false);
        }
        return null;
    }

    private boolean due() {
        return format.clock().millis() >= nextListing;
    }

    private void look(boolean first) {
        names = listing.names();
        nextListing = format.clock().millis() + format.intervalMillis();
        int replaced = known.look(names, first, file);
        if (replaced > 0) {
            context.counter("file_replaced").add(replaced);
            generation += replaced;
        }
    }

    private static boolean neverGrows(String name) {
        return name.endsWith(".gz") || COMMITTED.matcher(name).matches();
    }

    private void startNext(String name) throws IOException {
        ReadPosition.DoneFile read = known.take(name);
        start(name, read.offset(), read.line());
    }

    private InputStream open() {
        if (in == null) {
            throw AlluviumException.internal("split " + split + " has no open file");
        }
        return in;
    }

    private void start(String name, long offset, long recordsRead) throws IOException {
        Path path = listing.resolve(name);
        InputStream stream = Files.newInputStream(path);
        if (name.endsWith(".gz")) {
            stream = new GZIPInputStream(stream, 1 << 16);
        }
        stream.skipNBytes(offset);
        in = stream;
        file = name;
        closing = false;
        records.reset(offset, recordsRead);
        tags.file(name, generation, base);
    }

    private void reopen(String name, long offset, long recordsRead) {
        Path path = listing.resolve(name);
        try {
            if (!Files.exists(path)) {
                LOG.warn("file={} was read to offset {} and is gone; reading on with the next file", path, offset);
                base += offset;
                known.finished(new ReadPosition.DoneFile(name, offset, recordsRead));
            } else if (!name.endsWith(".gz") && Files.size(path) < offset) {
                LOG.warn("file={} is shorter than what was read of it; reading it anew", path);
                context.counter("file_replaced").add(1);
                base += offset;
                generation++;
                start(name, 0, 0);
            } else {
                start(name, offset, recordsRead);
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "file " + path + " cannot be read: " + e.getMessage(), null, e);
        }
    }

    private void closeFile() {
        InputStream open = in;
        in = null;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new AlluviumException(
                        ErrorCode.EXTERNAL_FAILED, "a file of " + listing.root() + " cannot be closed", null, e);
            }
        }
    }
}
