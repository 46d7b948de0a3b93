package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last step before a store. Input: any changes of one table. It nets them since the last commit (immediate sinks: in the
 * epoch), per key where the table has one, else per row; rows of an insert-only input without a key pass as they are. With a
 * checkpoint the net becomes the pending commit: part of the snapshot, and written out after it is published; or it is
 * prepared in the store's own transaction.
 */
final class SinkOperator implements Operator {
    static final String COMMITTABLES = "$committable";

    private final PlanNode.Sink node;
    private final Delivery delivery;
    private final int[] keys;
    private final boolean netting;
    private final RowNet net;
    private List<RowBatch> appended = new ArrayList<>();
    private @Nullable NullCheck nulls;
    private @Nullable Counter written;
    private @Nullable EpochEnd lastEnd;

    SinkOperator(PlanNode.Sink node, Delivery delivery) {
        this.node = node;
        this.delivery = delivery;
        this.keys = node.keys().stream().mapToInt(Integer::intValue).toArray();
        this.netting = delivery.netted() && (keys.length > 0 || !node.insertOnly());
        this.net = new RowNet(node.schema());
    }

    /** What becomes of net changes. */
    interface Delivery extends AutoCloseable {
        /** Rows of an insert-only input, as soon as they come; false where they are to be kept until the commit. */
        boolean streams();

        /** False where changes are written as they come, whatever the input. */
        default boolean netted() {
            return true;
        }

        /** True where changes are shown at the end of each epoch. */
        boolean immediate();

        void write(ChangeBatch changes);

        /** Net changes of a commit, with its checkpoint. */
        void commit(EpochEnd end, List<ChangeBatch> changes, StateWriter writer);

        @Override
        default void close() {}
    }

    @Override
    public void open(OperatorContext context) {
        nulls = new NullCheck(node, context);
        written = context.counter(JobReport.OUT);
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        RowBatch checked = nulls == null ? batch : nulls.check(batch);
        if (checked.size() == 0) {
            return;
        }
        if (netting) {
            net.add(checked);
            return;
        }
        if (delivery.netted()) {
            requireInsertions(checked);
        }
        if (delivery.streams()) {
            count(checked.totalWeight());
            for (ChangeBatch changes : NetChanges.byRow(List.of(checked))) {
                delivery.write(changes);
            }
        } else {
            appended.add(checked);
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        lastEnd = epoch;
        if (delivery.immediate()) {
            for (ChangeBatch changes : takeNet()) {
                delivery.write(changes);
            }
        }
    }

    @Override
    public void snapshot(StateWriter writer) {
        EpochEnd end = lastEnd;
        if (end == null) {
            throw AlluviumException.internal("sink " + node.id() + " has a snapshot without an epoch");
        }
        delivery.commit(end, takeNet(), writer);
    }

    @Override
    public void close() {
        try {
            delivery.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("closing sink " + node.id() + " failed", e);
        }
    }

    private List<ChangeBatch> takeNet() {
        if (netting) {
            List<RowBatch> rows = net.take();
            rows.forEach(batch -> count(batch.totalWeight()));
            return keys.length == 0
                    ? NetChanges.byRow(rows)
                    : NetChanges.byKey(node.table().name(), node.schema(), keys, rows);
        }
        appended.forEach(batch -> count(batch.totalWeight()));
        List<ChangeBatch> changes = NetChanges.byRow(appended);
        appended = new ArrayList<>();
        return changes;
    }

    /** Added rows less removed ones: what went to the store, in the same measure as what came in. */
    private void count(long weight) {
        if (written != null) {
            written.add(weight);
        }
    }

    private void requireInsertions(RowBatch batch) {
        long[] weights = batch.weights();
        if (weights == null) {
            return;
        }
        for (int row = 0; row < batch.size(); row++) {
            if (weights[row] < 0) {
                throw AlluviumException.internal(
                        "insert-only sink " + node.id() + " got a row of weight " + weights[row]);
            }
        }
    }

    /** Keeps the net for the coordinator, which writes it out after the checkpoint is published. */
    static Delivery writeAhead(PlanNode.Sink node, Worker worker) {
        return new Delivery() {
            @Override
            public boolean streams() {
                return false;
            }

            @Override
            public boolean immediate() {
                return false;
            }

            @Override
            public void write(ChangeBatch changes) {
                throw new IllegalStateException("a write-ahead sink writes with a commit only");
            }

            @Override
            public void commit(EpochEnd end, List<ChangeBatch> changes, StateWriter writer) {
                if (!changes.isEmpty()) {
                    ChangeCodec.write(node.schema(), changes, writer);
                    worker.outcome(end.epoch()).changes.put(node.id(), changes);
                }
            }
        };
    }

    /** Writes into the store's own transaction and prepares it with the checkpoint. */
    static Delivery transactional(
            PlanNode.Sink node, String job, long attempt, Sink.Transactional.Writer store, Worker worker) {
        return new Delivery() {
            @Override
            public boolean streams() {
                return true;
            }

            @Override
            public boolean immediate() {
                return false;
            }

            @Override
            public void write(ChangeBatch changes) {
                store.write(changes);
            }

            @Override
            public void commit(EpochEnd end, List<ChangeBatch> changes, StateWriter writer) {
                changes.forEach(store::write);
                byte[] committable = store.prepare(new Sink.Commit(job, end.commitVersion(), attempt));
                if (committable != null) {
                    byte[] key =
                            ByteBuffer.allocate(4).putInt(RowHash.KEY_GROUPS).array();
                    writer.put(COMMITTABLES, 0, key, committable);
                    worker.outcome(end.epoch())
                            .committables
                            .computeIfAbsent(node.id(), id -> new ArrayList<>())
                            .add(committable);
                }
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }

    /** Shows changes at the end of each epoch. */
    static Delivery immediate(Sink.Immediate.Writer store, boolean netted) {
        return new Delivery() {
            @Override
            public boolean streams() {
                return !netted;
            }

            @Override
            public boolean netted() {
                return netted;
            }

            @Override
            public boolean immediate() {
                return true;
            }

            @Override
            public void write(ChangeBatch changes) {
                store.write(changes);
            }

            @Override
            public void commit(EpochEnd end, List<ChangeBatch> changes, StateWriter writer) {
                if (!changes.isEmpty()) {
                    throw new IllegalStateException("an immediate sink kept changes beyond its epoch");
                }
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }
}
