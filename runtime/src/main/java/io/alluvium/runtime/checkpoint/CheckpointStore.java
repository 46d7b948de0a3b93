package io.alluvium.runtime.checkpoint;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.DurableFiles;
import io.alluvium.runtime.checkpoint.Manifest.FileEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of one job in its folder:
 *
 * <pre>
 * attempt                              number of the newest start, and the manifest it went on from
 * state/CHECKPOINT-ATTEMPT-..state     entries ({@link StateFileWriter})
 * manifests/CHECKPOINT-ATTEMPT.json    a published checkpoint ({@link ManifestCodec}); the newest two are kept
 * dead-letters/CHECKPOINT-ATTEMPT.jsonl   records that could not be processed, final with the manifest of their checkpoint
 * </pre>
 *
 * What a manifest names is durable before the manifest appears: each file's content is synced, then the folder, then the
 * manifest is written aside, synced, renamed, and its folder synced. Used by one thread at a time, but for {@link #writeState},
 * {@link #syncState}, {@link #readState} and {@link #discard}, which touch one state file each.
 */
public final class CheckpointStore {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);
    private static final String STATE = "state";
    private static final String MANIFESTS = "manifests";
    private static final String JSON = ".json";
    private static final String ATTEMPT = "attempt";
    private static final String NOTHING = "000000000000-0.json";
    private static final int KEPT_MANIFESTS = 2;
    private static final Comparator<String> OLDEST_FIRST =
            Comparator.<String>comparingLong(CheckpointStore::attemptOf).thenComparing(Comparator.naturalOrder());

    private final DurableFiles files;
    private final DeadLetterFiles deadLetters;

    public CheckpointStore(DurableFiles files) {
        this.files = files;
        this.deadLetters = new DeadLetterFiles(files);
    }

    /**
     * A checkpoint to start from.
     *
     * @param state its live files, oldest first
     * @param fellBackFrom the newest manifest, where it was unreadable and an older one had to do; else null
     */
    public record Restored(Manifest manifest, List<StateFile> state, @Nullable String fellBackFrom) {}

    /**
     * The newest published checkpoint that is whole, or null where none was ever published.
     *
     * @throws AlluviumException STATE_CORRUPT where there are manifests but none is whole: never an empty start
     */
    public @Nullable Restored newest() {
        List<String> names = manifestNames();
        AlluviumException first = null;
        for (String name : names) {
            try {
                Restored restored = read(name, names.get(0));
                if (first != null) {
                    LOG.error(
                            "checkpoint {} of {} is unreadable, going on from the older {}: {}",
                            names.get(0),
                            files,
                            name,
                            first.getMessage());
                }
                return restored;
            } catch (AlluviumException e) {
                if (e.code() != ErrorCode.STATE_CORRUPT) {
                    throw e;
                }
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw new AlluviumException(
                    ErrorCode.STATE_CORRUPT,
                    "none of the " + names.size() + " checkpoints in " + files + " can be read: " + first.problem(),
                    "restore the folder from a backup, or start anew with --reset",
                    first);
        }
        return null;
    }

    /**
     * The number of a new start, greater than every earlier one and than {@code least}; durable when this returns. From now on
     * nothing that an older attempt publishes counts.
     */
    public long nextAttempt(long least, @Nullable Restored from) {
        return storage("recording the attempt", () -> {
            long attempt = Math.max(least, lastStart().attempt) + 1;
            String text = attempt + " " + (from == null ? NOTHING : nameOf(from.manifest())) + "\n";
            writeAside(ATTEMPT, "", text.getBytes(StandardCharsets.US_ASCII));
            return attempt;
        });
    }

    /** The name that {@link #writeState} gives a file. */
    public String stateName(long checkpoint, long attempt, String part) {
        return String.format("%012d-%d-%s.state", checkpoint, attempt, part);
    }

    /** Writes a state file, which is to be synced before its checkpoint is published; from several threads for different names. */
    public FileEntry writeState(
            long checkpoint, long attempt, String part, boolean base, StateFileWriter.Content content) {
        String name = stateName(checkpoint, attempt, part);
        return storage("writing state file " + name, () -> {
            write(STATE + "/" + name, content::writeTo);
            return new FileEntry(name, checkpoint, base, content.bytes());
        });
    }

    /** Makes the content of a state file durable; {@link #publish} does so with its name. */
    public void syncState(FileEntry file) {
        storage("syncing state file " + file.name(), () -> {
            files.sync(STATE + "/" + file.name());
            return file;
        });
    }

    /** Opens a live file, which is read once to see that it is whole, and holds of it in memory the index only. */
    public StateFile readState(FileEntry entry) {
        String file = STATE + "/" + entry.name();
        return storage("reading state file " + entry.name(), () -> {
            if (!files.exists(file)) {
                throw new AlluviumException(
                        ErrorCode.STATE_CORRUPT, "state file \"" + entry.name() + "\" is missing in " + files);
            }
            return StateFile.open(entry.name(), entry.bytes(), () -> files.open(file));
        });
    }

    /** Deletes a state file that no manifest names and none will name. */
    public void discard(String name) {
        storage("deleting state file " + name, () -> {
            files.delete(STATE + "/" + name);
            return name;
        });
    }

    /**
     * Publishes a checkpoint: when this returns it is what the next start restores.
     *
     * @throws AlluviumException FENCED where a newer attempt has started
     */
    public void publish(Manifest manifest, List<byte[]> letters) {
        String name = nameOf(manifest);
        storage("publishing checkpoint " + name, () -> {
            long newest = lastStart().attempt;
            if (newest > manifest.attempt()) {
                throw new AlluviumException(
                        ErrorCode.FENCED,
                        "attempt " + newest + " of job \"" + manifest.job() + "\" has taken over from attempt "
                                + manifest.attempt());
            }
            files.syncFolder(STATE);
            deadLetters.write(manifest.checkpoint(), manifest.attempt(), letters);
            writeAside(MANIFESTS + "/" + name, MANIFESTS, ManifestCodec.encode(manifest));
            return name;
        });
    }

    /**
     * Removes manifests beyond the newest two and every state file that neither of those names nor {@code alsoKeep}.
     *
     * @param alsoKeep files on their way into a manifest; asked for each file when its turn comes, since more may be written meanwhile
     */
    public void removeOld(long attempt, Predicate<String> alsoKeep) {
        storage("removing old checkpoints", () -> {
            List<String> names = manifestNames();
            Set<String> live = new HashSet<>();
            for (String name : names.subList(0, Math.min(KEPT_MANIFESTS, names.size()))) {
                try {
                    for (FileEntry file : readManifest(name).files()) {
                        live.add(file.name());
                    }
                } catch (AlluviumException e) {
                    LOG.warn("keeping all state files because manifest {} is unreadable: {}", name, e.getMessage());
                    return names.size();
                }
            }
            if (lastStart().attempt > attempt) {
                return names.size(); // nothing here is this attempt's any more
            }
            List<String> kept = names.subList(0, Math.min(KEPT_MANIFESTS, names.size()));
            for (String name : files.list(MANIFESTS)) {
                if (!kept.contains(name)) {
                    files.delete(MANIFESTS + "/" + name);
                }
            }
            for (String name : files.list(STATE)) {
                if (!live.contains(name) && !alsoKeep.test(name)) {
                    files.delete(STATE + "/" + name);
                }
            }
            return names.size();
        });
    }

    /**
     * Removes what checkpoints that were never published have left: dead letters, and state files that no manifest names. Before a
     * start goes on behind {@code restored}, after {@link #nextAttempt}; nothing of the state is removed where the newest
     * checkpoint was unreadable.
     */
    public void removeUnpublished(@Nullable Restored restored) {
        storage("removing unpublished checkpoints", () -> {
            deadLetters.removeUnpublished(restored == null ? null : restored.manifest());
            if (restored == null || restored.fellBackFrom() == null) {
                removeUnnamed(files.list(STATE));
            }
            return 0;
        });
    }

    /** Removes those of the state files with these names that no manifest names; none where a manifest is unreadable. */
    public void removeUnpublished(Collection<String> names) {
        storage("removing unpublished state files", () -> {
            removeUnnamed(names);
            return 0;
        });
    }

    /** Forgets all checkpoints and dead letters of the job; the count of attempts stays. */
    public void reset() {
        storage("resetting the job", () -> {
            for (String folder : List.of(MANIFESTS, STATE, DeadLetterFiles.FOLDER)) {
                for (String name : files.list(folder)) {
                    files.delete(folder + "/" + name);
                }
                files.syncFolder(folder);
            }
            return 0;
        });
    }

    private void removeUnnamed(Collection<String> names) throws IOException {
        if (names.isEmpty()) {
            return;
        }
        Set<String> named = new HashSet<>();
        for (String name : files.list(MANIFESTS)) {
            if (!name.endsWith(JSON)) {
                continue; // one that was being written
            }
            try {
                for (FileEntry file : readManifest(name).files()) {
                    named.add(file.name());
                }
            } catch (AlluviumException e) {
                LOG.warn("keeping all state files because manifest {} is unreadable: {}", name, e.getMessage());
                return;
            }
        }
        for (String name : names) {
            if (!named.contains(name)) {
                files.delete(STATE + "/" + name);
            }
        }
    }

    private Restored read(String name, String newestName) {
        Manifest manifest = storage("reading manifest " + name, () -> readManifest(name));
        List<StateFile> state = new ArrayList<>(manifest.files().size());
        for (FileEntry file : manifest.files()) {
            state.add(readState(file));
        }
        return new Restored(manifest, List.copyOf(state), name.equals(newestName) ? null : newestName);
    }

    private Manifest readManifest(String name) throws IOException {
        return ManifestCodec.decode(name, files.read(MANIFESTS + "/" + name));
    }

    /**
     * Newest first. What an older attempt published after the newest one started is left out: the newest one went on from
     * another checkpoint and has fenced the stores.
     */
    private List<String> manifestNames() {
        return storage("listing checkpoints", () -> {
            Start start = lastStart();
            List<String> names = new ArrayList<>();
            for (String name : files.list(MANIFESTS)) {
                if (name.matches("\\d+-\\d+\\.json")
                        && (attemptOf(name) >= start.attempt || OLDEST_FIRST.compare(name, start.from) <= 0)) {
                    names.add(name);
                }
            }
            names.sort(Collections.reverseOrder(OLDEST_FIRST));
            return names;
        });
    }

    /** The newest start: its number, and the manifest it went on from. */
    private record Start(long attempt, String from) {}

    private Start lastStart() throws IOException {
        if (!files.exists(ATTEMPT)) {
            return new Start(0, NOTHING);
        }
        String text = new String(files.read(ATTEMPT), StandardCharsets.US_ASCII).trim();
        if (!text.matches("\\d{1,18} \\d+-\\d+\\.json")) {
            throw new AlluviumException(
                    ErrorCode.STATE_CORRUPT,
                    "file \"" + ATTEMPT + "\" in " + files + " holds \"" + text + "\"",
                    "restore the folder from a backup, or empty it and start anew");
        }
        int space = text.indexOf(' ');
        return new Start(Long.parseLong(text.substring(0, space)), text.substring(space + 1));
    }

    private static String nameOf(Manifest manifest) {
        return String.format("%012d-%d%s", manifest.checkpoint(), manifest.attempt(), JSON);
    }

    private static long attemptOf(String name) {
        return Long.parseLong(name.substring(name.indexOf('-') + 1, name.length() - JSON.length()));
    }

    private void writeAside(String name, String folder, byte[] content) throws IOException {
        write(name + ".tmp", out -> out.write(content));
        files.sync(name + ".tmp");
        files.rename(name + ".tmp", name);
        files.syncFolder(folder);
    }

    private interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    private void write(String name, Body body) throws IOException {
        try (OutputStream out = files.create(name)) {
            body.writeTo(out);
        } catch (IOException e) {
            removePart(name, e);
            throw e;
        }
    }

    /** A file that could not be written whole is not to take the space that the next attempt needs. */
    private void removePart(String name, IOException cause) {
        try {
            files.delete(name);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private <T> T storage(String doing, StorageWork<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    doing + " in " + files + " failed: " + e.getMessage(),
                    "check space and permissions of the state folder",
                    e);
        }
    }

    private interface StorageWork<T> {
        T run() throws IOException;
    }
}
