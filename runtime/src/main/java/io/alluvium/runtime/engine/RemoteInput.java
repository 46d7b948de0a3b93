package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.row.RowBatch;
import org.jspecify.annotations.Nullable;

/** An input of a station of another worker: rows and markers go through that worker's inbox. */
final class RemoteInput implements Target {
    private final Worker worker;
    private final Station station;
    private final int input;
    private final QueueBudget budget;
    private final @Nullable SpillQueue disk;

    RemoteInput(Worker worker, Station station, int input, QueueBudget budget) {
        this.worker = worker;
        this.station = station;
        this.input = input;
        this.budget = budget;
        this.disk = budget.queue();
    }

    @Override
    public void data(RowBatch batch) {
        SpillQueue queue = disk;
        if (queue != null && budget.spills()) {
            budget.spill(queue, batch, spilled -> worker.post(() -> station.spilled(input, queue, spilled)));
            return;
        }
        long bytes = batch.bytesHeld();
        budget.add(bytes);
        worker.post(() -> {
            budget.remove(bytes);
            station.data(input, batch);
        });
    }

    @Override
    public void marker(EpochEnd end) {
        worker.post(() -> station.marker(input, end));
    }
}
