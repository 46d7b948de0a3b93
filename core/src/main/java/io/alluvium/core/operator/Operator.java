package io.alluvium.core.operator;

import io.alluvium.core.row.RowBatch;

/**
 * An algorithm over batches of weighted rows. It does not know which engine runs it, how large a batch is, or when a checkpoint
 * happens. One instance lives in one worker and sees its share of the keys; every method is called by that worker's thread.
 *
 * <p>Order of calls: {@link #open}, then {@link #restore} where there is state, then for each epoch any number of
 * {@link #process} and one {@link #endEpoch}, which may be followed by {@link #snapshot}; at last {@link #close}. An operator
 * without input rows, due timer or watermark in an epoch is skipped. The order of the inputs' batches inside an epoch must not
 * matter.
 */
public interface Operator extends AutoCloseable {

    /** Called once, before everything else. */
    default void open(OperatorContext context) {}

    /** Takes a batch of one of its inputs. Linear operators emit at once, all others at the end of the epoch. */
    void process(int input, RowBatch batch, Output output);

    /** All inputs have delivered the epoch: fire what its watermark completes, emit the net change of the keys touched. */
    void endEpoch(EpochEnd epoch, Output output);

    /**
     * True while asynchronous work of the ended epoch is open. The engine holds the epoch's marker (and so a checkpoint) and the
     * rows of the next epoch until it is false; after each {@link OperatorContext#wakeUp} it calls {@link #resume}.
     */
    default boolean pending() {
        return false;
    }

    /** Emits results of asynchronous work that have arrived. */
    default void resume(Output output) {}

    /**
     * Writes what changed since the last call: a put or a removal for each changed entry. Called right after the
     * {@link #endEpoch} of a checkpoint's epoch.
     */
    default void snapshot(StateWriter writer) {}

    /** Reads its entries back, in the order in which they were written; a later entry of a key replaces an earlier one. */
    default void restore(StateReader reader) {}

    /** Bytes of state held, for metrics and budgets. */
    default long stateBytes() {
        return 0;
    }

    @Override
    default void close() {}
}
