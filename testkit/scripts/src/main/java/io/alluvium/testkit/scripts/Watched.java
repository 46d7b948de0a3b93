package io.alluvium.testkit.scripts;

import io.alluvium.core.type.Schema;
import io.alluvium.testkit.scripts.memory.MemoryTable;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A SELECT or a written table that a script looks at, and what it was at the last look. Used by one thread. */
final class Watched {
    private final Schema schema;
    private final Supplier<RowBag> source;
    private final @Nullable StreamView view;
    private RowBag lastLook = new RowBag();
    private int lastEpoch;

    Watched(StreamView view) {
        this.schema = view.schema();
        this.source = view::rows;
        this.view = view;
    }

    Watched(MemoryTable table, ZoneId zone) {
        this.schema = table.schema();
        this.source = () -> Expectations.bag(table.stored(), zone);
        this.view = null;
    }

    Schema schema() {
        return schema;
    }

    RowBag rows() {
        return source.get();
    }

    /** Net changes since the last look. */
    RowBag changes() {
        return rows().minus(lastLook);
    }

    /** The changes of each epoch since the last look, one after the other; of a table only the net changes. */
    List<String> log() {
        if (view == null) {
            return changes().lines();
        }
        List<String> lines = new ArrayList<>();
        view.epochsFrom(lastEpoch).forEach(epoch -> lines.addAll(epoch.lines()));
        return lines;
    }

    void looked() {
        lastLook = rows();
        lastEpoch = view == null ? 0 : view.epochs();
    }
}
