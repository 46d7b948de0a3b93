package io.alluvium.runtime.checkpoint;

import io.alluvium.core.io.DurableFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters as JSON lines, a file for each checkpoint that has any. A file without a published checkpoint means nothing and
 * is removed by the next start.
 */
public final class DeadLetterFiles {
    static final String FOLDER = "dead-letters";

    private final DurableFiles files;

    public DeadLetterFiles(DurableFiles files) {
        this.files = files;
    }

    /** The final dead letters of the job, oldest first, one JSON object each. */
    public List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : files.list(FOLDER)) {
            String text = new String(files.read(FOLDER + "/" + name), java.nio.charset.StandardCharsets.UTF_8);
            text.lines().forEach(lines::add);
        }
        return lines;
    }

    void write(long checkpoint, long attempt, List<byte[]> letters) throws IOException {
        if (letters.isEmpty()) {
            return;
        }
        String name = FOLDER + "/" + String.format("%012d-%d.jsonl", checkpoint, attempt);
        try (OutputStream out = files.create(name)) {
            for (byte[] letter : letters) {
                out.write(letter);
                out.write('\n');
            }
        }
        files.sync(name);
        files.syncFolder(FOLDER);
    }

    void removeUnpublished(@Nullable Manifest newest) throws IOException {
        boolean removed = false;
        for (String name : files.list(FOLDER)) {
            long checkpoint = Long.parseLong(name.substring(0, name.indexOf('-')));
            long attempt = Long.parseLong(name.substring(name.indexOf('-') + 1, name.indexOf('.')));
            boolean published = newest != null
                    && (checkpoint < newest.checkpoint()
                            || checkpoint == newest.checkpoint() && attempt == newest.attempt());
            if (!published) {
                files.delete(FOLDER + "/" + name);
                removed = true;
            }
        }
        if (removed) {
            files.syncFolder(FOLDER);
        }
    }
}
