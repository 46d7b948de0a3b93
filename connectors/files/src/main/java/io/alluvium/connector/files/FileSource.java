package io.alluvium.connector.files;

import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files of lines: one ordered split for a folder, or a split a file. */
final class FileSource implements Source {
    /** The split that holds all files in name order. */
    static final String WHOLE_FOLDER = "folder";

    private static final int PARTITIONS = 1 << 24;

    private final TableContext context;
    private final ScanRequest request;
    private final Path path;
    private final boolean splitByFile;
    private final boolean following;

    FileSource(TableContext context, ScanRequest request, Path path) {
        this.context = context;
        this.request = request;
        this.path = path;
        this.splitByFile = context.options().text(FilesConnector.SPLIT).equals(FilesConnector.FILE_SPLIT);
        this.following = context.options().has(FilesConnector.MONITOR_INTERVAL);
    }

    @Override
    public List<String> splits() {
        FileListing listing = listing();
        return splitByFile ? listing.names() : List.of(WHOLE_FOLDER);
    }

    @Override
    public SplitReader open(String split, byte @Nullable [] position, SourceContext source) {
        FileListing listing = listing();
        int partition = 0;
        if (splitByFile) {
            partition = partition(split, listing.names());
            listing = new FileListing(listing.root(), true, listing.resolve(split));
        }
        ReadPosition from = position == null ? ReadPosition.START : ReadPosition.decode(position);
        FileFormat format = FileFormat.of(context, request);
        return new FileSplitReader(listing, split, format, from, new RowTags(request, listing, partition), source);
    }

    private FileListing listing() {
        FileListing listing = FileListing.of(path);
        if (!listing.exists() && !following) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "path " + path + " of table \"" + context.table().name() + "\" does not exist",
                    "relative paths start at " + context.warehouse());
        }
        return listing;
    }

    /** A number that stays with a file when others come: the hash of its name, moved on where another file has it. */
    private static int partition(String split, List<String> names) {
        Set<Integer> taken = new HashSet<>();
        for (String name : names) {
            int number = Math.floorMod(name.hashCode() * 0x9E3779B1, PARTITIONS);
            while (!taken.add(number)) {
                number = (number + 1) % PARTITIONS;
            }
            if (name.equals(split)) {
                return number;
            }
        }
        return Math.floorMod(split.hashCode() * 0x9E3779B1, PARTITIONS);
    }
}
