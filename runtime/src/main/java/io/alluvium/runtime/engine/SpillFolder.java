package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.DurableFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder {@code spill} of a job: rows that wait for their turn while more is queued than memory is to hold. They belong to
 * one attempt and are never synced: an attempt begins with an empty folder, since the rows it needs come again from its
 * checkpoint and its sources.
 */
final class SpillFolder implements AutoCloseable {
    static final String FOLDER = "spill";

    private final DurableFiles files;
    private final String prefix;
    private final List<SpillQueue> queues = new ArrayList<>();

    /** Removes what earlier attempts have left. */
    SpillFolder(DurableFiles files, long attempt) {
        this.files = files;
        this.prefix = attempt + "-";
        clear("");
    }

    /** A queue of its own; while the job is built, from one thread. */
    SpillQueue queue() {
        SpillQueue queue = new SpillQueue(files, FOLDER + "/" + prefix + queues.size());
        queues.add(queue);
        return queue;
    }

    /** Gives the space back; when no worker runs any more. */
    @Override
    public void close() {
        try {
            for (SpillQueue queue : queues) {
                queue.close();
            }
        } finally {
            clear(prefix);
        }
    }

    private void clear(String start) {
        try {
            for (String name : files.list(FOLDER)) {
                if (name.startsWith(start)) {
                    files.delete(FOLDER + "/" + name);
                }
            }
        } catch (IOException e) {
            throw failed("removing spilled rows", files, e);
        }
    }

    static AlluviumException failed(String doing, DurableFiles files, IOException e) {
        return new AlluviumException(
                ErrorCode.STORAGE_FAILED,
                doing + " in " + files + " failed: " + e.getMessage(),
                "more rows wait inside the job than memory is to hold: give the state folder's disk more space",
                e);
    }
}
