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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
    /** How many read files are known by name; older ones are known by the greatest name among them. */
    private static final int REMEMBERED = 128;

    private static final Pattern COMMITTED = Pattern.compile("(.*/)?commit-\\d{13}-\\d+(-[0-9a-f]{12})?\\.[a-z]+");
    private static final Logger LOG = LoggerFactory.getLogger(FileSplitReader.class);

    private final FileListing listing;
    private final String split;
    private final FileFormat format;
    private final RowTags tags;
    private final SourceContext context;
    private final BatchBuilder builder;
    private final RecordBuffer records;
    private final TreeMap<String, ReadPosition.DoneFile> done = new TreeMap<>();
    /** Files that were read to their end and have lines behind it now. */
    private final TreeSet<String> grown = new TreeSet<>();

    private final Set<String> refused = new HashSet<>();
    private final Map<String, Long> skips = new HashMap<>();

    private List<String> names = List.of();
    private long nextListing = Long.MIN_VALUE;
    private @Nullable InputStream in;
    private @Nullable String file;
    private @Nullable String floor;
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
        from.done().forEach(read -> done.put(read.name(), read));
        this.floor = from.floor();
        this.generation = from.generation();
        this.base = from.base();
        look();
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
        return format.bounded() && in == null && builder.isEmpty() && nextFile() == null;
    }

    @Override
    public byte[] position() {
        return new ReadPosition(
                        generation,
                        file,
                        file == null ? 0 : records.nextOffset(),
                        file == null ? 0 : records.records(),
                        base,
                        floor,
                        List.copyOf(done.values()))
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
        byte[] raw = java.util.Arrays.copyOfRange(records.bytes(), records.start(), records.start() + records.length());
        String where = "file:" + file + ":" + records.records() + " offset " + records.offset();
        context.deadLetters().report(new DeadLetter(context.node(), where, tags.recordTag(), raw, 1, error));
    }

    /** True where the open file gets no more lines. */
    private boolean complete() throws IOException {
        String name = String.valueOf(file);
        if (closing || format.bounded() || COMMITTED.matcher(name).matches() || name.endsWith(".gz")) {
            return true;
        }
        if (!due()) {
            return false;
        }
        look();
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
        closing = gone || names.stream().anyMatch(other -> other.compareTo(name) > 0 && isNew(other));
        return closing;
    }

    private void finishFile() {
        String name = String.valueOf(file);
        long offset = records.nextOffset();
        base += offset;
        closeFile();
        done.put(name, new ReadPosition.DoneFile(name, offset, records.records()));
        while (done.size() > REMEMBERED) {
            floor = done.pollFirstEntry().getKey();
        }
    }

    private @Nullable String nextFile() {
        for (int look = 0; look < 2; look++) {
            for (String name : names) {
                if (isNew(name)) {
                    return name;
                }
            }
            if (format.bounded() || !due()) {
                return null;
            }
            look();
        }
        return null;
    }

    private boolean isNew(String name) {
        if (done.containsKey(name)) {
            return grown.contains(name);
        }
        return floor == null || name.compareTo(floor) > 0;
    }

    private boolean due() {
        return format.clock().millis() >= nextListing;
    }

    private void look() {
        List<String> before = names;
        names = listing.names();
        nextListing = format.clock().millis() + format.intervalMillis();
        names.forEach(this::lookBehindEnd);
        String oldest = floor;
        if (oldest == null || before.isEmpty()) {
            return;
        }
        Set<String> known = new HashSet<>(before);
        for (String name : names) {
            if (name.compareTo(oldest) > 0) {
                break;
            }
            if (!known.contains(name) && refused.add(name)) {
                LOG.warn("file={} came after files with greater names and is not read", listing.resolve(name));
                context.counter("file_out_of_order").add(1);
            }
        }
    }

    /** Lines that came behind the end of a file that was read are read too; a file that became shorter is another file. */
    private void lookBehindEnd(String name) {
        ReadPosition.DoneFile read = done.get(name);
        boolean neverGrows = name.endsWith(".gz") || COMMITTED.matcher(name).matches();
        if (read == null || neverGrows || name.equals(file)) {
            return;
        }
        Path path = listing.resolve(name);
        try {
            long size = Files.exists(path) ? Files.size(path) : read.offset();
            if (size > read.offset()) {
                grown.add(name);
            } else if (size < read.offset()) {
                LOG.warn("file={} is shorter than what was read of it; reading it anew", path);
                context.counter("file_replaced").add(1);
                generation++;
                done.put(name, new ReadPosition.DoneFile(name, 0, 0));
                grown.add(name);
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "file " + path + " cannot be read: " + e.getMessage(), null, e);
        }
    }

    private void startNext(String name) throws IOException {
        ReadPosition.DoneFile read = done.remove(name);
        grown.remove(name);
        start(name, read == null ? 0 : read.offset(), read == null ? 0 : read.line());
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
                done.put(name, new ReadPosition.DoneFile(name, offset, recordsRead));
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
