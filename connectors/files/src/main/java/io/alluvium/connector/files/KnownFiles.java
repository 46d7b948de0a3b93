package io.alluvium.connector.files;

import io.alluvium.connector.files.ReadPosition.DoneFile;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a split that were read to their end: which of those in the folder are new, which have grown, which came too late to
 * be told from files that were forgotten. The newest names are known one by one, the rest by their greatest name and number.
 */
final class KnownFiles {
    /** So many read files are known by name. */
    static final int REMEMBERED = 10_000;

    /** At each look the newest of the known files are looked at for growth, and as many of the others in turn. */
    private static final int LOOKED_AT = 128;

    private static final Logger LOG = LoggerFactory.getLogger(KnownFiles.class);

    private final FileListing listing;
    private final Predicate<String> neverGrows;
    private final LongConsumer outOfOrder;
    private final TreeMap<String, DoneFile> done = new TreeMap<>();
    private final TreeSet<String> grown = new TreeSet<>();
    private final Set<String> refused = new HashSet<>();
    private @Nullable String floor;
    private long forgotten;
    private String turn = "";

    /**
     * @param neverGrows by name
     * @param outOfOrder takes the number of files that are not read because they came too late
     */
    KnownFiles(FileListing listing, ReadPosition from, Predicate<String> neverGrows, LongConsumer outOfOrder) {
        this.listing = listing;
        this.neverGrows = neverGrows;
        this.outOfOrder = outOfOrder;
        this.floor = from.floor();
        this.forgotten = from.forgotten();
        from.done().forEach(read -> done.put(read.name(), read));
    }

    @Nullable
    String floor() {
        return floor;
    }

    long forgotten() {
        return forgotten;
    }

    List<DoneFile> done() {
        return List.copyOf(done.values());
    }

    /** True where a file, or what has come behind its end, is still to be read. */
    boolean isNew(String name) {
        return done.containsKey(name) ? grown.contains(name) : floor == null || name.compareTo(floor) > 0;
    }

    /** True where a file was read to its end. */
    boolean isDone(String name) {
        return done.containsKey(name);
    }

    /** True where a file that was read has more lines now. */
    boolean hasGrown() {
        return !grown.isEmpty();
    }

    /** Where to read a file on; it is known again when it is {@link #finished}. */
    DoneFile take(String name) {
        DoneFile read = done.remove(name);
        grown.remove(name);
        return read == null ? new DoneFile(name, 0, 0) : read;
    }

    void finished(DoneFile read) {
        done.put(read.name(), read);
        while (done.size() > REMEMBERED) {
            floor = done.pollFirstEntry().getKey();
            forgotten++;
        }
    }

    /**
     * Compares what is known with the folder.
     *
     * @param names all names in ascending order
     * @param first true for the first look of this reader
     * @param open the file being read, or null
     * @return number of files that were replaced by shorter ones, which are read anew
     */
    int look(List<String> names, boolean first, @Nullable String open) {
        countTooLate(names, first);
        int replaced = 0;
        int newest = 0;
        for (String name : done.descendingKeySet()) {
            if (newest++ == LOOKED_AT) {
                break;
            }
            replaced += lookBehindEnd(name, open);
        }
        if (done.size() > LOOKED_AT) {
            for (int i = 0; i < LOOKED_AT; i++) {
                String next = done.higherKey(turn);
                turn = next == null ? "" : next;
                replaced += next == null ? 0 : lookBehindEnd(next, open);
            }
        }
        return replaced;
    }

    private void countTooLate(List<String> names, boolean first) {
        String oldest = floor;
        if (oldest == null) {
            return;
        }
        long below = 0;
        long late = 0;
        for (String name : names) {
            if (name.compareTo(oldest) > 0) {
                break;
            }
            below++;
            if (refused.add(name) && !first) {
                late++;
                LOG.warn("file={} came after files with greater names and is not read", listing.resolve(name));
            }
        }
        if (first && below > forgotten) {
            late = below - forgotten;
            LOG.warn(
                    "folder={} has {} files up to {} of which only {} were read: {} came too late and are not read",
                    listing.root(),
                    below,
                    oldest,
                    forgotten,
                    late);
        }
        if (late > 0) {
            outOfOrder.accept(late);
        }
    }

    /** Lines that came behind the end of a file that was read are read too; a file that became shorter is another file. */
    private int lookBehindEnd(String name, @Nullable String open) {
        DoneFile read = done.get(name);
        if (read == null || name.equals(open) || neverGrows.test(name)) {
            return 0;
        }
        Path path = listing.resolve(name);
        try {
            long size = Files.exists(path) ? Files.size(path) : read.offset();
            if (size > read.offset()) {
                grown.add(name);
            } else if (size < read.offset()) {
                LOG.warn("file={} is shorter than what was read of it; reading it anew", path);
                done.put(name, new DoneFile(name, 0, 0));
                grown.add(name);
                return 1;
            }
            return 0;
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "file " + path + " cannot be read: " + e.getMessage(), null, e);
        }
    }
}
