package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One plan node in one worker: holds its operator, aligns the markers of its inputs, and passes rows and markers on. It takes
 * rows of epoch N+1 only after marker N on all its inputs (and after the operator's asynchronous work of N); until then they
 * wait in order in that input's queue, whether they come from another worker or by a direct call. Called by its worker's
 * thread only.
 */
final class Station implements Output {
    private final Operator operator;
    private final StationContext context;
    private final Worker worker;
    private final Input[] inputs;
    private final QueueBudget budget;
    private Target[] targets = new Target[0];
    private final List<Target> building = new ArrayList<>();
    private @Nullable EpochEnd merged;
    private boolean holding;
    private boolean touched = true; // the first epoch is ended in any case
    private boolean changedSinceSnapshot;
    private long lastWatermark = EpochEnd.NO_PROMISE;
    private int markers;

    Station(Operator operator, StationContext context, Worker worker, int inputCount, QueueBudget budget) {
        this.operator = operator;
        this.context = context;
        this.worker = worker;
        this.budget = budget;
        this.inputs = new Input[inputCount];
        for (int i = 0; i < inputCount; i++) {
            inputs[i] = new Input(budget.queue());
        }
    }

    void addTarget(Target target) {
        building.add(target);
        targets = building.toArray(new Target[0]);
    }

    /** This station as the target of another one of the same worker. */
    Target input(int input) {
        return new Target() {
            @Override
            public void data(RowBatch batch) {
                Station.this.data(input, batch);
            }

            @Override
            public void marker(EpochEnd end) {
                Station.this.marker(input, end);
            }
        };
    }

    Operator operator() {
        return operator;
    }

    StationContext context() {
        return context;
    }

    void data(int input, RowBatch batch) {
        Input from = inputs[input];
        if (holding || from.end != null || !from.waiting.isEmpty()) {
            enqueue(from, batch);
        } else {
            process(input, batch);
        }
    }

    /** A batch that waited on disk on its way from another worker; it stays there until its turn comes. */
    void spilled(int input, SpillQueue queue, SpillQueue.Spilled spilled) {
        Input from = inputs[input];
        if (holding || from.end != null || !from.waiting.isEmpty()) {
            from.waiting.add(new OnDisk(queue, spilled));
        } else {
            process(input, budget.unspill(queue, spilled));
        }
    }

    void marker(int input, EpochEnd end) {
        Input from = inputs[input];
        if (holding || from.end != null || !from.waiting.isEmpty()) {
            from.waiting.add(end);
        } else {
            arrived(from, end);
        }
    }

    /** The marker of a station without inputs. */
    void sourceMarker(EpochEnd end) {
        touched = true; // the engine does not see what a source has read
        merged = end;
        endEpoch(end);
    }

    /** Asynchronous work has come in. */
    void resume() {
        EpochEnd end = merged;
        operator.resume(this);
        if (holding && end != null && !operator.pending()) {
            holding = false;
            complete(end);
            drain();
        }
    }

    @Override
    public void emit(RowBatch batch) {
        if (batch.size() == 0) {
            return;
        }
        context.rowsOut(batch);
        for (Target target : targets) {
            target.data(batch);
        }
    }

    private void enqueue(Input from, RowBatch batch) {
        SpillQueue queue = from.disk;
        if (queue != null && budget.spills()) {
            budget.spill(queue, batch, spilled -> from.waiting.add(new OnDisk(queue, spilled)));
        } else {
            from.waiting.add(batch);
            budget.add(batch.bytesHeld());
        }
    }

    private void process(int input, RowBatch batch) {
        touched = true;
        context.rowsIn(batch);
        operator.process(input, batch, this);
    }

    private void arrived(Input from, EpochEnd end) {
        from.end = end;
        EpochEnd before = merged;
        merged = before == null || end.watermarkMicros() < before.watermarkMicros() ? end : before;
        if (++markers == inputs.length) {
            endEpoch(merged);
            drain();
        }
    }

    private void endEpoch(EpochEnd end) {
        boolean snapshotDue = end.checkpoint() && changedSinceSnapshot;
        if (touched || snapshotDue || end.watermarkMicros() != lastWatermark) {
            changedSinceSnapshot = true;
            lastWatermark = end.watermarkMicros();
            operator.endEpoch(end, this);
            if (operator.pending()) {
                holding = true;
                return;
            }
        }
        complete(end);
    }

    private void complete(EpochEnd end) {
        EpochOutcome outcome = worker.outcome(end.epoch());
        if (end.checkpoint()) {
            if (changedSinceSnapshot) {
                operator.snapshot(outcome.state.operator(context.node()));
                changedSinceSnapshot = false;
                if (operator instanceof ScanReader scan) {
                    outcome.positions.put(context.node(), scan.takePositions());
                }
            }
            context.captureInto(outcome);
        }
        touched = false;
        merged = null;
        markers = 0;
        for (Input input : inputs) {
            input.end = null;
        }
        context.epoch(end.epoch() + 1);
        for (Target target : targets) {
            target.marker(end);
        }
        worker.stationCompleted(end.epoch());
    }

    /** Takes what waited for the epoch's end, each input up to its next marker. */
    private void drain() {
        for (int i = 0; i < inputs.length; i++) {
            Input input = inputs[i];
            while (!holding && input.end == null) {
                Object next = input.waiting.poll();
                if (next == null) {
                    break;
                }
                if (next instanceof RowBatch batch) {
                    budget.remove(batch.bytesHeld());
                    process(i, batch);
                } else if (next instanceof OnDisk batch) {
                    process(i, budget.unspill(batch.queue, batch.spilled));
                } else {
                    arrived(input, (EpochEnd) next);
                }
            }
        }
    }

    /** A batch that waits on disk. */
    private record OnDisk(SpillQueue queue, SpillQueue.Spilled spilled) {}

    /** One incoming channel: its marker of the current epoch, and what came behind that (batches and markers). */
    private static final class Input {
        final ArrayDeque<Object> waiting = new ArrayDeque<>();
        final @Nullable SpillQueue disk;

        @Nullable
        EpochEnd end;

        Input(@Nullable SpillQueue disk) {
            this.disk = disk;
        }
    }
}
