package io.alluvium.runtime.simulation;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
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

/** Small operators of the tests' own: Calc sends rows with a bad amount to the dead letters, Aggregate
 * sums by the first column, Lookup asks a server of the tests' own, Rank turns weights around. */
public final class TestOperators implements OperatorCreation, ScanFunctions {
    public static final long BAD_AMOUNT = 13;

    private final LookupServer server = new LookupServer();

    public LookupServer server() {
        return server;
    }

    @Override
    public Operator create(PhysicalPlan plan, PlanNode node, Connectors connectors) {
        if (node instanceof PlanNode.Calc) {
            return new RejectBadAmounts();
        }
        if (node instanceof PlanNode.Lookup) {
            return server.operator();
        }
        if (node instanceof PlanNode.Rank) {
            return new Negation();
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

    private static final class RejectBadAmounts implements Operator {
        private OperatorContext context;

        @Override
        public void open(OperatorContext given) {
            context = given;
        }

        @Override
        public void process(int input, RowBatch batch, Output output) {
            int[] good = new int[batch.size()];
            int count = 0;
            for (int row = 0; row < batch.size(); row++) {
                if (batch.longs(1).values()[row] != BAD_AMOUNT) {
                    good[count++] = row;
                } else {
                    AlluviumException error = new AlluviumException(ErrorCode.EXPRESSION_FAILED, "bad amount");
                    context.deadLetters()
                            .report(new DeadLetter(context.node(), "row " + row, null, null, batch.weight(row), error));
                }
            }
            output.emit(batch.gather(good, count));
        }

        @Override
        public void endEpoch(EpochEnd epoch, Output output) {}
    }

    /** Turns every weight around. */
    private static final class Negation implements Operator {
        @Override
        public void process(int input, RowBatch batch, Output output) {
            long[] weights = new long[batch.size()];
            for (int row = 0; row < weights.length; row++) {
                weights[row] = -batch.weight(row);
            }
            output.emit(new RowBatch(batch.schema(), batch.columns(), batch.size(), weights));
        }

        @Override
        public void endEpoch(EpochEnd epoch, Output output) {}
    }
}
