package io.alluvium.runtime.operator;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;

/** UNION ALL. Input: any changes. Output: the same rows of all inputs, at once, under the output's schema. State: none. */
public final class UnionOperator implements Operator {
    private final Schema output;

    public UnionOperator(Schema output) {
        this.output = output;
    }

    @Override
    public void process(int input, RowBatch batch, Output out) {
        out.emit(batch.withColumns(output, batch.columns()));
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output out) {
        // linear: everything was emitted as it came
    }
}
