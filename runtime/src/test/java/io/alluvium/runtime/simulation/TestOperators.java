package io.alluvium.runtime.simulation;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.engine.Connectors;
import io.alluvium.runtime.engine.OperatorCreation;
import io.alluvium.runtime.engine.ScanFunctions;

/** Small operators of the tests' own: Calc passes everything, Aggregate sums by the first column. */
public final class TestOperators implements OperatorCreation, ScanFunctions {

    @Override
    public Operator create(PhysicalPlan plan, PlanNode node, Connectors connectors) {
        if (node instanceof PlanNode.Calc) {
            return new Operator() {
                @Override
                public void process(int input, RowBatch batch, Output output) {
                    output.emit(batch);
                }

                @Override
                public void endEpoch(EpochEnd epoch, Output output) {}
            };
        }
        if (node instanceof PlanNode.Aggregate aggregate) {
            return new SumByKey(aggregate.schema());
        }
        throw new IllegalArgumentException("no operator for " + node);
    }

    @Override
    public Columns computed(PlanNode.Scan scan, OperatorContext context) {
        throw new IllegalArgumentException("no computed columns in " + scan);
    }

    @Override
    public WatermarkFunction watermark(PlanNode.Scan scan, OperatorContext context) {
        int time = scan.watermark().timeColumn();
        return (rows, watermarks) -> {
            for (int row = 0; row < rows.size(); row++) {
                watermarks[row] = rows.longs(time).values()[row];
            }
        };
    }
}
