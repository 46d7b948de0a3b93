package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.runtime.checkpoint.CheckpointStore;
import io.alluvium.runtime.checkpoint.Manifest.FileEntry;
import io.alluvium.runtime.checkpoint.StateFile;
import io.alluvium.runtime.checkpoint.StateFileWriter;
import io.alluvium.runtime.checkpoint.StateMerge;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges state files into a base beside the job: checkpoints are published and committed meanwhile. Nothing counts on a base before a
 * manifest names it, and the files it replaces stay until then. Where the disk has no room for it the job goes on with the files it
 * has, and another try is made some checkpoints later. Owned by the coordinator's thread.
 */
final class BackgroundMerge {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundMerge.class);
    private static final int MERGE_FILES_AT_LAST = 512;
    private static final int CHECKPOINTS_BEFORE_NEXT_TRY = 30;

    private final CheckpointStore store;
    private final JobOptions options;
    private final long attempt;
    private final Set<String> unpublished;
    private final Checkpoints.Background background;
    private boolean merging;
    private long nextTry;

    /** @param unpublished names of files that are on their way into a manifest; they are not removed as old ones */
    BackgroundMerge(
            CheckpointStore store,
            JobOptions options,
            long attempt,
            Set<String> unpublished,
            Checkpoints.Background background) {
        this.store = store;
        this.options = options;
        this.attempt = attempt;
        this.unpublished = unpublished;
        this.background = background;
    }

    /** Takes what was merged, on the coordinator's thread. */
    interface Merged {
        void replace(List<FileEntry> old, List<FileEntry> base);
    }

    /** Replaces all files but those of the last checkpoint by a base, once increments outweigh the base they stand on. */
    void mergeWhenWorthIt(List<FileEntry> live, long lastCheckpoint, Merged merged) {
        if (merging || lastCheckpoint < nextTry) {
            return;
        }
        List<FileEntry> old = new ArrayList<>();
        long baseBytes = 0;
        long incrementBytes = 0;
        int increments = 0;
        for (FileEntry file : live) {
            if (file.base() || file.checkpoint() < lastCheckpoint) {
                old.add(file);
                baseBytes += file.base() ? file.bytes() : 0;
                incrementBytes += file.base() ? 0 : file.bytes();
                increments += file.base() ? 0 : 1;
            }
        }
        boolean worthIt = increments >= options.mergeFiles() && incrementBytes * 2 >= baseBytes
                || increments >= MERGE_FILES_AT_LAST;
        if (worthIt) {
            begin(old, lastCheckpoint, merged);
        }
    }

    private void begin(List<FileEntry> old, long lastCheckpoint, Merged merged) {
        merging = true;
        Result result = new Result();
        background.run(() -> merge(old, lastCheckpoint - 1, result), () -> {
            merging = false;
            if (result.base != null) {
                merged.replace(old, result.base);
            } else {
                nextTry = lastCheckpoint + CHECKPOINTS_BEFORE_NEXT_TRY;
            }
        });
    }

    /** The files of the base, or null where there is none. */
    private static final class Result {
        private @Nullable List<FileEntry> base;
    }

    private void merge(List<FileEntry> old, long newest, Result result) {
        List<FileEntry> written = new ArrayList<>();
        try {
            List<StateFile> files = new ArrayList<>(old.size());
            for (FileEntry file : old) {
                files.add(store.readState(file));
            }
            StateFileWriter.Target base = file -> {
                String part = "base-" + written.size();
                unpublished.add(store.stateName(newest, attempt, part));
                written.add(store.writeState(newest, attempt, part, true, file));
            };
            StateFileWriter writer = new StateFileWriter(options.stateFileBytes(), base);
            if (!StateMerge.merge(files, writer, background::goesOn)) {
                return; // what was written goes with the attempt
            }
            writer.finish(base);
            written.forEach(store::syncState);
            result.base = List.copyOf(written);
        } catch (AlluviumException e) {
            if (e.code() != ErrorCode.STORAGE_FAILED) {
                throw e;
            }
            LOG.warn(
                    "state files could not be merged, the job goes on with {} files and tries again: {}",
                    old.size(),
                    e.getMessage());
            discard(written);
        }
    }

    private void discard(List<FileEntry> written) {
        for (FileEntry file : written) {
            try {
                store.discard(file.name());
                unpublished.remove(file.name());
            } catch (AlluviumException e) {
                LOG.warn("a part of a base stays until the job ends: {}", e.getMessage());
            }
        }
    }
}
