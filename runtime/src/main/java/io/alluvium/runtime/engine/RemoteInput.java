package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.row.RowBatch;
import java.util.concurrent.atomic.AtomicLong;

/** An input of a station of another worker: rows and markers go through that worker's inbox. */
final class RemoteInput implements Target {
    private final Worker worker;
    private final Station station;
    private final int input;
    private final AtomicLong queuedBytes;

    RemoteInput(Worker worker, Station station, int input, AtomicLong queuedBytes) {
        this.worker = worker;
        this.station = station;
        this.input = input;
        this.queuedBytes = queuedBytes;
    }

    @Override
    public void data(RowBatch batch) {
        long bytes = batch.bytesHeld();
        queuedBytes.addAndGet(bytes);
        worker.post(() -> {
            queuedBytes.addAndGet(-bytes);
            station.data(input, batch);
        });
    }

    @Override
    public void marker(EpochEnd end) {
        worker.post(() -> station.marker(input, end));
    }
}
