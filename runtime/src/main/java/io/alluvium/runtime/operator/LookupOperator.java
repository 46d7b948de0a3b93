package io.alluvium.runtime.operator;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up insert-only rows in another system. Output: each row with the answers of its epoch. State: none; what is asked and
 * not answered yet belongs to the epoch, whose marker waits for it. Batches are asked for as they come and emitted in their
 * order, when {@link #resume} finds them answered. Only {@link OperatorContext#wakeUp} is called by other threads.
 */
public final class LookupOperator implements Operator {
    private final PlanNode.Lookup node;
    private final Schema input;
    private final Supplier<Lookup> opener;
    private final ArrayDeque<LookupRequest> open = new ArrayDeque<>();
    private @Nullable Running running;

    private record Running(OperatorContext context, Lookup lookup, LookupPairs pairs) {}

    /** @param opener opens the table; the operator closes it */
    public LookupOperator(PlanNode.Lookup node, Schema input, Supplier<Lookup> opener) {
        this.node = node;
        this.input = input;
        this.opener = opener;
    }

    @Override
    public void open(OperatorContext context) {
        JoinResidual residual = JoinInputs.residual(node.residual(), node.schema(), context);
        running = new Running(
                context, opener.get(), new LookupPairs(node.schema(), input.size(), node.outer(), residual));
    }

    private Running running() {
        if (running == null) {
            throw new IllegalStateException("operator " + node.id() + " is not open");
        }
        return running;
    }

    @Override
    public void process(int index, RowBatch batch, Output output) {
        if (batch.size() == 0) {
            return;
        }
        Running now = running();
        LookupRequest request = LookupRequest.send(node, now.lookup, batch);
        open.add(request);
        request.answers().whenComplete((answers, failure) -> now.context.wakeUp());
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        resume(output);
    }

    @Override
    public boolean pending() {
        return !open.isEmpty();
    }

    @Override
    public void resume(Output output) {
        LookupRequest first = open.peek();
        while (first != null && first.isDone()) {
            open.remove();
            emit(first, output);
            first = open.peek();
        }
    }

    private void emit(LookupRequest request, Output output) {
        LookupPairs.Pairs pairs = running().pairs.pair(request.rows(), request.answerOf(), request.result(node));
        int count = pairs.batch().size();
        long[] weights = request.rows().weights();
        long[] chosen = null;
        if (weights != null) {
            chosen = new long[count];
            for (int i = 0; i < count; i++) {
                chosen[i] = weights[pairs.sources()[i]];
            }
        }
        if (count > 0) {
            output.emit(new RowBatch(node.schema(), pairs.batch().columns(), count, chosen));
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.lookup.close();
        }
    }
}
