package io.alluvium.connector.files;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.RowTag;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.LocalFiles;
import io.alluvium.core.type.DataType;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code 'connector' = 'filesystem'}: files of lines in a folder, read once or followed, written by commit. */
public final class FilesConnector implements ConnectorFactory {
    static final String PATH = "path";
    static final String FORMAT = "format";
    static final String MONITOR_INTERVAL = "source.monitor-interval";
    static final String SPLIT = "source.split";
    static final String FILE_SPLIT = "file";
    static final String MAX_RECORD = "source.max-record-size";

    /** A file of its own that can still grow holds the watermark for so long; without an end it would hold it for ever. */
    private static final long FILE_IDLE_MILLIS = 60_000;

    @Override
    public String name() {
        return "filesystem";
    }

    @Override
    public boolean hasFormat() {
        return true;
    }

    @Override
    public Traits traits(TableSpec table) {
        boolean bounded = !table.options().containsKey(MONITOR_INTERVAL);
        boolean manySplits = FILE_SPLIT.equals(table.options().get(SPLIT));
        return new Traits(
                true, true, false, bounded, false, false, false, manySplits && !bounded ? FILE_IDLE_MILLIS : 0);
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.required(
                        PATH, OptionType.TEXT, "A file or folder; a relative path starts at the warehouse folder."),
                OptionSpec.required(FORMAT, OptionType.TEXT, "How the lines of the files are read and written."),
                OptionSpec.optional(
                                MONITOR_INTERVAL,
                                OptionType.DURATION,
                                null,
                                "How often to look for new files and lines; without it the table is read once, to its end.")
                        .asTuning(),
                OptionSpec.choice(
                        SPLIT,
                        "folder",
                        List.of("folder", FILE_SPLIT),
                        "Whether all files of the folder are one ordered split or each file is its own; one that is followed is then"
                                + " idle after a minute, unless `" + TableOptions.IDLE_TIMEOUT + "` says otherwise."),
                OptionSpec.optional(
                                MAX_RECORD,
                                OptionType.SIZE,
                                "16mb",
                                "A longer record is a dead letter, cut to its beginning.")
                        .asTuning());
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        return List.of(
                new MetadataSpec("file", DataType.string(), "Name of the file, relative to the table's folder."),
                new MetadataSpec("file.name", DataType.string(), "Name of the file without folders."),
                new MetadataSpec("file.path", DataType.string(), "Absolute path of the file."),
                new MetadataSpec("offset", DataType.bigint(), "Byte offset of the record in its file."),
                new MetadataSpec("idx", DataType.integer(), "Position of the row inside its record, from 0."),
                new MetadataSpec("partition", DataType.integer(), "Number of the split: 0 for a folder read as one."),
                new MetadataSpec(
                        "generation", DataType.integer(), "Counts how often a file was replaced by a shorter one."),
                new MetadataSpec(
                        "row_tag",
                        new DataType.Binary(RowTag.SIZE, true, true),
                        "Generation, partition, offset and idx as one comparable value."));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        return new FileSource(context, request, path(context));
    }

    @Override
    public Sink sink(TableContext context) {
        Path path = path(context);
        if (Files.isRegularFile(path)) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"path\" of table \"" + context.table().name() + "\" is the file " + path,
                    "a table that is written needs a folder");
        }
        return new FileSink(context, new LocalFiles(path));
    }

    private static Path path(TableContext context) {
        String text = context.options().text(PATH);
        if (text.startsWith("file:")) {
            return Path.of(URI.create(text.startsWith("file:/") ? text : "file:/" + text.substring(5)));
        }
        return context.warehouse().resolve(text).normalize();
    }
}
