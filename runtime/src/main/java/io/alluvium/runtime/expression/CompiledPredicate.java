package io.alluvium.runtime.expression;

import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.RowBatch;

/** A compiled condition. An instance belongs to one thread. */
public final class CompiledPredicate {
    private final Kernel kernel;

    CompiledPredicate(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Writes the positions of the rows for which the condition is true, ascending, and returns how many. Rows that fail are
     * reported and not selected.
     *
     * @param rows has room for the batch's rows
     */
    public int select(RowBatch batch, int[] rows, FunctionContext context, RowErrors errors) {
        kernel.start(batch, context);
        int count = kernel.select(batch.size(), rows);
        if (kernel.hasFailures()) {
            kernel.reportFailures(batch, null, batch.size(), errors);
        }
        return count;
    }
}
