package io.alluvium.runtime.engine;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;

/** The receiving side of an exchange, and UNION ALL: rows pass, under the node's own column names. */
final class PassThrough implements Operator {
    private final Schema schema;

    PassThrough(Schema schema) {
        this.schema = schema;
    }

    @Override
    public void process(int input, RowBatch batch, Output output) {
        output.emit(batch.schema() == schema ? batch : batch.withColumns(schema, batch.columns()));
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {}
}
