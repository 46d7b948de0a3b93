package io.alluvium.connector.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What holds for every bounded source. */
public final class SourceChecks {
    private SourceChecks() {}

    /**
     * Reading gives these rows, and so does reading that is stopped and gone on with behind each batch, in a new source.
     *
     * @param open opens the source anew
     */
    public static void readsAndRestores(Supplier<Source> open, List<String> expected) {
        readsAndRestores(open, RecordedContext::new, expected);
    }

    /** @param contexts what the readers get, such as threads that help them */
    public static void readsAndRestores(
            Supplier<Source> open, Supplier<RecordedContext> contexts, List<String> expected) {
        try (Source source = open.get()) {
            List<String> splits = source.splits();
            assertEquals(splits.stream().sorted().toList(), splits, "splits are sorted by id");
            sameLines(expected, RowTexts.read(source, contexts.get()), "read at once");
        }
        for (int stop = 0; ; stop++) {
            boolean stopped = false;
            List<String> lines = new ArrayList<>();
            try (Source first = open.get();
                    Source second = open.get()) {
                for (String split : first.splits()) {
                    Halt halt = readUntil(first, split, contexts.get(), stop, lines);
                    stopped |= halt.stopped;
                    readAll(second, split, halt.position, contexts, lines);
                }
            }
            sameLines(expected, lines, "stopped at the first boundary behind " + stop + " batches");
            if (!stopped) {
                return;
            }
        }
    }

    /** Names the first line that differs instead of printing thousands. */
    private static void sameLines(List<String> expected, List<String> actual, String when) {
        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            assertEquals(expected.get(i), actual.get(i), "line " + (i + 1) + ", " + when);
        }
        assertEquals(expected.size(), actual.size(), "number of lines, " + when);
    }

    /** Where a reader was stopped; not stopped when it had ended already. */
    private record Halt(byte[] position, boolean stopped) {}

    private static Halt readUntil(
            Source source, String split, RecordedContext context, int batches, List<String> lines) {
        try (SplitReader reader = source.open(split, null, context)) {
            for (int read = 0; read < batches || !reader.atBoundary(); ) {
                if (reader.finished()) {
                    return new Halt(reader.position(), false);
                }
                RowBatch batch = reader.poll();
                if (batch != null) {
                    read++;
                    lines.addAll(RowTexts.of(batch));
                }
            }
            return new Halt(reader.position(), true);
        }
    }

    private static void readAll(
            Source source,
            String split,
            byte @Nullable [] position,
            Supplier<RecordedContext> contexts,
            List<String> lines) {
        try (SplitReader reader = source.open(split, position, contexts.get())) {
            while (!reader.finished()) {
                RowBatch batch = reader.poll();
                if (batch != null) {
                    lines.addAll(RowTexts.of(batch));
                }
            }
            assertTrue(reader.atBoundary(), "the end is a boundary");
            byte[] end = reader.position();
            try (SplitReader again = source.open(split, end, contexts.get())) {
                while (!again.finished()) {
                    RowBatch batch = again.poll();
                    assertTrue(batch == null || batch.size() == 0, "nothing follows the end");
                }
            }
        }
    }
}
