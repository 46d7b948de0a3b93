package io.alluvium.runtime.engine;

import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import org.jspecify.annotations.Nullable;

/** Makes what a scan evaluates over the rows of its source. */
public interface ScanFunctions {

    /** Adds the computed columns of a scan; only asked where it has any. */
    Columns computed(PlanNode.Scan scan, OperatorContext context);

    /** The watermark of a scan; only asked where it has one. */
    WatermarkFunction watermark(PlanNode.Scan scan, OperatorContext context);

    /** Computes columns. Used by one thread. */
    @FunctionalInterface
    interface Columns {
        /**
         * The rows with the computed columns behind their own. A row whose expressions fail goes to the dead letters and is left
         * out; null where none is left.
         */
        @Nullable
        RowBatch compute(RowBatch rows);
    }

    /** Evaluates what rows promise about event time. Used by one thread. */
    @FunctionalInterface
    interface WatermarkFunction {
        /**
         * Writes for each row the watermark in microseconds, {@link io.alluvium.core.operator.EpochEnd#NO_PROMISE} where it is NULL
         * or fails.
         *
         * @param rows the scan's output columns without the hidden ones
         */
        void evaluate(RowBatch rows, long[] watermarks);
    }
}
