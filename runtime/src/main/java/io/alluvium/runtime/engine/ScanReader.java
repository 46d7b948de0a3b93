package io.alluvium.runtime.engine;

import io.alluvium.core.connector.Source;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the splits of one table that its worker has: adds computed columns, moves each split's watermark, and adds the hidden
 * {@code $watermark}. State: position, watermark and end of each split, all in key group 0, keyed by the split's id.
 */
final class ScanReader implements Operator {
    static final String SPLITS = "splits";

    private final PlanNode.Scan scan;
    private final Source source;
    private final boolean windowsClosed;
    private final StationContext context;
    private final DeadLetterPolicy policy;
    private final Clock clock;
    private final ScanFunctions.@Nullable Columns computed;
    private final ScanFunctions.@Nullable WatermarkFunction watermark;
    private final List<SplitTask> splits = new ArrayList<>();
    private Output output = batch -> {};
    private long[] promises = new long[RowBatch.TARGET_ROWS];
    private Map<String, byte[]> positions = new LinkedHashMap<>();
    private int next;
    private long bytes;
    private boolean changed;
    private volatile long lag = -1;
    private long activity;

    ScanReader(
            ScanProgress progress,
            StationContext context,
            DeadLetterPolicy policy,
            Clock clock,
            ScanFunctions functions) {
        this.scan = progress.scan();
        this.source = progress.source();
        this.windowsClosed = scan.watermark() != null && progress.watermark() == EpochEnd.ENDED;
        this.context = context;
        this.policy = policy;
        this.clock = clock;
        this.computed = scan.computed().isEmpty() ? null : functions.computed(scan, context);
        this.watermark = scan.watermark() == null ? null : functions.watermark(scan, context);
    }

    void output(Output target) {
        output = target;
    }

    String node() {
        return scan.id();
    }

    void assign(SplitTask split) {
        splits.add(split);
    }

    void beginEpoch() {
        for (SplitTask split : splits) {
            split.drained = split.finished();
        }
    }

    boolean drained() {
        for (SplitTask split : splits) {
            if (!split.drained) {
                return false;
            }
        }
        return true;
    }

    boolean atBoundary() {
        for (SplitTask split : splits) {
            if (!split.atBoundary()) {
                return false;
            }
        }
        return true;
    }

    /** Reads one batch of the next split that has one; with {@code full} only of splits inside a source transaction. */
    boolean readOne(boolean full) {
        for (int i = 0; i < splits.size(); i++) {
            int position = (next + i) % splits.size();
            SplitTask split = splits.get(position);
            if (full ? split.atBoundary() : split.drained) {
                continue;
            }
            RowBatch rows = split.poll(source, context, clock.millis());
            notice(split);
            if (rows != null) {
                next = (position + 1) % splits.size();
                deliver(split, rows);
                return true;
            }
        }
        return false;
    }

    /** Looks for rows while no epoch is open; {@code open} is called before anything that belongs into one. */
    boolean probe(Runnable open) {
        for (int i = 0; i < splits.size(); i++) {
            int position = (next + i) % splits.size();
            SplitTask split = splits.get(position);
            if (split.finished()) {
                continue;
            }
            RowBatch rows = split.poll(source, context, clock.millis());
            if (rows != null) {
                open.run();
                next = (position + 1) % splits.size();
                deliver(split, rows);
                return true;
            }
            if (notice(split)) {
                open.run();
                return true;
            }
        }
        return false;
    }

    long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** True when something was read, skipped or ended since the last call. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** Records that wait in the source as of the last epoch, or -1 where it does not know. Called from any thread. */
    long lag() {
        return lag;
    }

    List<SplitStatus> status() {
        long waiting = splits.isEmpty() ? 0 : -1;
        for (SplitTask split : splits) {
            long records = split.lag();
            waiting = records < 0 ? waiting : Math.max(0, waiting) + records;
        }
        lag = waiting;
        return splits.stream().map(SplitTask::status).toList();
    }

    @Override
    public void process(int input, RowBatch batch, Output target) {
        throw new IllegalStateException("scan " + scan.id() + " has no input");
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output target) {}

    @Override
    public void snapshot(StateWriter writer) {
        for (SplitTask split : splits) {
            byte[] state = split.changedState();
            byte[] position = split.position();
            if (state != null && position != null) {
                writer.put(SPLITS, 0, split.split().getBytes(StandardCharsets.UTF_8), state);
                positions.put(split.split(), position);
            }
        }
    }

    /** Where the splits stand that the last snapshot wrote. */
    Map<String, byte[]> takePositions() {
        Map<String, byte[]> taken = positions;
        positions = new LinkedHashMap<>();
        return taken;
    }

    @Override
    public void close() {
        for (SplitTask split : splits) {
            split.close();
        }
    }

    /** @return true where the coordinator has to hear of it: also of an end that the last checkpoint knew, for it looked again */
    private boolean notice(SplitTask split) {
        long now = context.activity();
        boolean news = split.takeEnd() | now != activity;
        activity = now;
        changed |= news;
        return news | split.takeSeenEnd();
    }

    private void deliver(SplitTask split, RowBatch rows) {
        changed = true;
        activity = context.activity();
        if (rows.size() == 0) {
            return;
        }
        if (windowsClosed) {
            throw new AlluviumException(
                    ErrorCode.INPUT_AFTER_END,
                    "table \"" + scan.table().name()
                            + "\" has got rows after the job had read it to its end and closed its windows",
                    "start the job anew with --reset, or read the table as it grows");
        }
        policy.rowsRead(rows.size());
        context.rowsIn(rows);
        bytes += rows.bytesHeld();
        RowBatch complete = computed == null ? rows : computed.compute(rows);
        if (complete == null) {
            return;
        }
        output.emit(watermark == null && !scan.withWatermarkColumn() ? complete : withWatermark(split, complete));
    }

    private RowBatch withWatermark(SplitTask split, RowBatch rows) {
        int size = rows.size();
        if (promises.length < size) {
            promises = new long[size];
        }
        if (watermark == null) {
            Arrays.fill(promises, 0, size, EpochEnd.NO_PROMISE);
        } else {
            watermark.evaluate(rows, promises);
        }
        long running = split.watermark;
        long[] before = new long[size];
        for (int row = 0; row < size; row++) {
            before[row] = running;
            running = Math.max(running, promises[row]);
        }
        split.watermark = running;
        if (!scan.withWatermarkColumn()) {
            return rows;
        }
        List<Column> columns = new ArrayList<>(rows.columns());
        columns.add(new LongColumn(before, null));
        return rows.withColumns(scan.schema(), columns);
    }
}
