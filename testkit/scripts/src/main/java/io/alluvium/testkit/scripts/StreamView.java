package io.alluvium.testkit.scripts;

import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.engine.Collector;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * What a SELECT has shown: its current rows and the changes of each epoch. Taken back to the last checkpoint by a crash, because
 * the job shows everything since then again. Thread-safe.
 */
final class StreamView implements Collector {
    private final Schema schema;
    private final ZoneId zone;
    private RowBag rows = new RowBag();
    private RowBag kept = new RowBag();
    private List<RowBag> epochs = new ArrayList<>();
    private int keptEpochs;

    StreamView(Schema schema, ZoneId zone) {
        this.schema = schema;
        this.zone = zone;
    }

    Schema schema() {
        return schema;
    }

    @Override
    public synchronized void changes(String node, long epoch, List<RowBatch> net) {
        RowBag changes = new RowBag();
        for (RowBatch batch : net) {
            for (int row = 0; row < batch.size(); row++) {
                String text = RowText.render(batch, row, zone);
                changes.add(text, batch.weight(row));
                rows.add(text, batch.weight(row));
            }
        }
        epochs.add(changes);
    }

    synchronized RowBag rows() {
        return rows.copy();
    }

    /** The changes of each epoch from this one on, counted from 0 over all that were shown. */
    synchronized List<RowBag> epochsFrom(int first) {
        return List.copyOf(epochs.subList(Math.min(first, epochs.size()), epochs.size()));
    }

    synchronized int epochs() {
        return epochs.size();
    }

    /** A checkpoint holds what was shown so far. */
    synchronized void keep() {
        kept = rows.copy();
        keptEpochs = epochs.size();
    }

    synchronized void backToCheckpoint() {
        rows = kept.copy();
        epochs = new ArrayList<>(epochs.subList(0, keptEpochs));
    }
}
