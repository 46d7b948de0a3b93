package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.expression.CompiledCalc;
import io.alluvium.runtime.expression.ExpressionCompiler;
import io.alluvium.runtime.expression.RowErrors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes once for each row what is not deterministic. Input: any changes; it acts on the net input of an epoch. Output: each row
 * with what was computed in the epoch in which it appeared, the same for its removal. State: each row with its multiplicity and
 * that answer, until the multiplicity is zero. A row for which an expression fails goes to the dead letters, its removal alike
 * with the same error.
 */
public final class RememberOperator implements Operator {
    private final PlanNode.Remember node;
    private final Schema input;
    private final AnsweredRows rows;
    private @Nullable Running running;

    private record Running(OperatorContext context, CompiledCalc compiled, FailedRows failures) {}

    /** @param routing columns by which the input is exchanged */
    public RememberOperator(PlanNode.Remember node, Schema input, int[] routing) {
        this.node = node;
        this.input = input;
        this.rows = new AnsweredRows(input, node.schema(), routing, false);
    }

    @Override
    public void open(OperatorContext context) {
        int[] computed = new int[node.expressions().size()];
        Arrays.setAll(computed, i -> input.size() + i);
        running = new Running(
                context,
                ExpressionCompiler.compile(
                        input, null, node.expressions(), node.schema().select(computed)),
                new FailedRows(context));
    }

    @Override
    public void process(int port, RowBatch batch, Output output) {
        rows.add(batch);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        if (running == null) {
            throw new IllegalStateException("operator " + node.id() + " is not open");
        }
        rows.emitKnown(output, running.failures);
        for (int first = 0; first < rows.freshCount(); first += RowBatch.TARGET_ROWS) {
            evaluate(running, first, Math.min(RowBatch.TARGET_ROWS, rows.freshCount() - first), output);
        }
        rows.endEpoch();
    }

    private void evaluate(Running now, int first, int count, Output output) {
        RowBatch fresh = rows.fresh(first, count);
        Failures failures = new Failures(now.failures);
        RowBatch computed = now.compiled.apply(fresh, now.context, failures);
        int[] good = new int[count];
        int goodCount = 0;
        int next = 0;
        for (int row = 0; row < count; row++) {
            if (next < failures.rows.size() && failures.rows.get(next) == row) {
                next++;
            } else {
                good[goodCount++] = row;
            }
        }
        if (computed != null) {
            List<Column> columns = new ArrayList<>();
            for (Column column : fresh.columns()) {
                columns.add(goodCount == count ? column : column.gather(good, goodCount));
            }
            columns.addAll(computed.columns());
            boolean[] matched = new boolean[goodCount];
            Arrays.fill(matched, true);
            RowBatch answered = new RowBatch(node.schema(), columns, goodCount, null);
            rows.remember(first, count, new LookupPairs.Pairs(answered, good, matched), output);
        }
        for (int i = 0; i < failures.rows.size(); i++) {
            rows.rememberFailure(first + failures.rows.get(i), failures.errors.get(i));
        }
    }

    /** Rows that failed, each once and in their order, reported and kept for the answers. */
    private static final class Failures implements RowErrors {
        private final FailedRows reported;
        private final List<Integer> rows = new ArrayList<>();
        private final List<AlluviumException> errors = new ArrayList<>();

        Failures(FailedRows reported) {
            this.reported = reported;
        }

        @Override
        public void failed(RowBatch batch, int row, AlluviumException error) {
            reported.failed(batch, row, error);
            rows.add(row);
            errors.add(error);
        }
    }

    @Override
    public void snapshot(StateWriter writer) {
        rows.snapshot(writer);
    }

    @Override
    public void restore(StateReader reader) {
        rows.restore(reader);
    }

    @Override
    public long stateBytes() {
        return rows.bytesHeld();
    }
}
