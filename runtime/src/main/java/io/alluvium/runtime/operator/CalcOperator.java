package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.expression.CompiledCalc;
import io.alluvium.runtime.expression.ExpressionCompiler;
import org.jspecify.annotations.Nullable;

/**
 * Filters and projects. Input: any changes. Output: the rows that fulfil the condition, projected, under their weights, at once.
 * State: none. A row for which an expression fails goes to the dead letters, its removal alike. The counter {@code filtered}
 * has the weight that the condition left out.
 */
public final class CalcOperator implements Operator {
    private final Schema input;
    private final PlanNode.Calc calc;
    private @Nullable Running running;

    private record Running(OperatorContext context, CompiledCalc compiled, FailedRows failures, Counter filtered) {}

    public CalcOperator(PlanNode.Calc calc, Schema input) {
        this.calc = calc;
        this.input = input;
    }

    @Override
    public void open(OperatorContext context) {
        running = new Running(
                context,
                ExpressionCompiler.compile(input, calc.condition(), calc.projections(), calc.schema()),
                new FailedRows(context),
                context.counter("filtered"));
    }

    @Override
    public void process(int port, RowBatch batch, Output output) {
        if (running == null) {
            throw new IllegalStateException("operator " + calc.id() + " is not open");
        }
        RowBatch result = running.compiled.apply(batch, running.context, running.failures);
        if (calc.condition() != null) {
            long kept = (result == null ? 0 : result.totalWeight()) + running.failures.takeWeight();
            running.filtered.add(batch.totalWeight() - kept);
        }
        if (result != null) {
            output.emit(result);
        }
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        // linear: everything was emitted as it came
    }
}
