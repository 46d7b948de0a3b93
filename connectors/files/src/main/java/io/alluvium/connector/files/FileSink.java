package io.alluvium.connector.files;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.DurableFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as files that become visible by rename: {@code .pending-..} until the commit, then
 * {@code commit-<version>-<part>-<writer>.<extension>}. Readers see whole commits of a part only. The writer is a
 * digest of warehouse, job and table, so that several of them may append to one folder in the same millisecond.
 */
final class FileSink implements Sink.Transactional {
    private static final int WRITE_BYTES = 1 << 16;
    private static final int COMMITTABLE_VERSION = 1;
    private static final int MARK_BYTES = 6;

    private final TableContext context;
    private final DurableFiles files;
    private final FormatFactory format;
    private final AtomicLong fileNumbers = new AtomicLong();
    /** The job that {@link #abortDangling} named: its name marks unfinished files. */
    private volatile String owner = "";

    FileSink(TableContext context, DurableFiles files) {
        this.context = context;
        this.files = files;
        this.format = context.formats().format(context.options().text(FilesConnector.FORMAT));
        try {
            files.syncFolder("");
        } catch (IOException e) {
            throw failed("folder cannot be created", e);
        }
    }

    @Override
    public Sink.Transactional.Writer writer(int worker, long attempt) {
        return new PartWriter(worker, attempt);
    }

    @Override
    public void commit(Commit commit, byte[] committable) {
        String pending;
        String target;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(committable))) {
            int version = in.readByte();
            if (version != COMMITTABLE_VERSION) {
                throw new AlluviumException(
                        ErrorCode.STATE_VERSION, "a prepared commit of files has version " + version + ", known is 1");
            }
            pending = in.readUTF();
            target = in.readUTF();
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STATE_CORRUPT, "a prepared commit of files is cut short", null, e);
        }
        try {
            if (files.exists(pending)) {
                if (files.exists(target)) {
                    throw new AlluviumException(
                            ErrorCode.EXTERNAL_FAILED,
                            "commit " + commit.version() + " of job \"" + commit.job() + "\" finds its file " + files
                                    + "/" + target + " written by someone else",
                            "no two warehouses of the same path may write one folder; move the file away to go on");
                }
                files.rename(pending, target);
            } else if (!files.exists(target)) {
                throw new AlluviumException(
                        ErrorCode.EXTERNAL_FAILED,
                        "commit " + commit.version() + " of job \"" + commit.job() + "\" lost its file " + files + "/"
                                + pending,
                        "the file was removed by someone else; its rows can only be made anew with --reset");
            }
            // also when the rename was done before a crash: it may not have reached the disk
            files.syncFolder("");
        } catch (IOException e) {
            throw failed("file " + target + " cannot be published", e);
        }
    }

    @Override
    public void abortDangling(String job) {
        owner = job;
        try {
            String prefix = pendingPrefix(job);
            for (String name : files.list("")) {
                if (name.startsWith(prefix)) {
                    files.delete(name);
                }
            }
        } catch (IOException e) {
            throw failed("unfinished files cannot be removed", e);
        }
    }

    private String pendingPrefix(String job) {
        return ".pending-" + writerMark(job) + "-";
    }

    /** Tells the files of this warehouse, job and table from those of others in the same folder; names may be too long for a file's. */
    private String writerMark(String job) {
        String identity = String.join(
                "\n",
                context.warehouse().toAbsolutePath().normalize().toString(),
                job,
                context.table().name());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, MARK_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private AlluviumException failed(String what, IOException e) {
        return new AlluviumException(ErrorCode.EXTERNAL_FAILED, files + ": " + what + ": " + e.getMessage(), null, e);
    }

    /** One worker's part of each commit. */
    private final class PartWriter implements Sink.Transactional.Writer {
        private final int worker;
        private final long attempt;
        private final ByteArrayOutputStream record = new ByteArrayOutputStream(1024);
        /** Changes carry their commit's version as their time, so they wait until it is known. */
        private final List<ChangeBatch> changes = new ArrayList<>();

        private @Nullable RecordEncoder encoder;
        private @Nullable OutputStream out;
        private String pending = "";

        PartWriter(int worker, long attempt) {
            this.worker = worker;
            this.attempt = attempt;
        }

        @Override
        public void write(ChangeBatch batch) {
            if (format.writesChanges()) {
                changes.add(batch);
            } else {
                encode(batch, 0);
            }
        }

        @Override
        public byte @Nullable [] prepare(Commit commit) {
            for (ChangeBatch batch : changes) {
                encode(batch, commit.version());
            }
            changes.clear();
            OutputStream open = out;
            if (open == null) {
                return null;
            }
            String target = String.format(
                    Locale.ROOT,
                    "commit-%013d-%04d-%s.%s",
                    commit.version(),
                    worker,
                    writerMark(commit.job()),
                    format.fileExtension());
            String prepared = pendingName(commit.job());
            try {
                open.close();
                files.rename(pending, prepared);
                files.sync(prepared);
                files.syncFolder("");
            } catch (IOException e) {
                throw failed("file " + pending + " cannot be made durable", e);
            }
            out = null;
            encoder = null;
            return committable(prepared, target);
        }

        @Override
        public void close() {
            OutputStream open = out;
            out = null;
            if (open != null) {
                try {
                    open.close();
                    files.delete(pending);
                } catch (IOException e) {
                    throw failed("file " + pending + " cannot be closed", e);
                }
            }
        }

        private void encode(ChangeBatch batch, long version) {
            if (batch.size() == 0) {
                return;
            }
            try {
                OutputStream target = out();
                RecordEncoder writer = encoder();
                for (int i = 0; i < batch.size(); i++) {
                    int start = record.size();
                    writer.encode(batch.rows(), batch.before()[i], batch.after()[i], version, record);
                    if (format.writesPlainLines()) {
                        requireOneLine(start);
                    }
                    record.write('\n');
                    if (record.size() > WRITE_BYTES) {
                        record.writeTo(target);
                        record.reset();
                    }
                }
                record.writeTo(target);
                record.reset();
            } catch (IOException e) {
                throw failed("file " + pending + " cannot be written", e);
            }
        }

        /** A text is written as it is, so a newline in it would make two lines of one row. */
        private void requireOneLine(int start) {
            byte[] written = record.toByteArray();
            for (int i = start; i < written.length; i++) {
                if (written[i] == '\n' || written[i] == '\r') {
                    throw new AlluviumException(
                            ErrorCode.EXPRESSION_FAILED,
                            "a text with a line break cannot be a line of table \""
                                    + context.table().name() + "\"",
                            "use the format json or csv");
                }
            }
        }

        private RecordEncoder encoder() {
            if (encoder == null) {
                encoder = format.encoder(context);
            }
            return encoder;
        }

        private OutputStream out() throws IOException {
            if (out == null) {
                pending = pendingName(owner);
                out = files.create(pending);
            }
            return out;
        }

        private String pendingName(String job) {
            return pendingPrefix(job) + attempt + "-" + worker + "-" + fileNumbers.getAndIncrement();
        }

        private byte[] committable(String prepared, String target) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream data = new DataOutputStream(bytes)) {
                data.writeByte(COMMITTABLE_VERSION);
                data.writeUTF(prepared);
                data.writeUTF(target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    }
}
