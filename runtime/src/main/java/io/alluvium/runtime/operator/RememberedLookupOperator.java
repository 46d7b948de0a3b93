package io.alluvium.runtime.operator;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up rows that may change in another system. It acts on the net input of an epoch: a row that appears is looked up once
 * and keeps that answer until its weight is zero, so that its removal takes away what was given, whatever the other system says
 * by then. State: each row with its multiplicity and its answer. The epoch's marker waits for the answers.
 */
public final class RememberedLookupOperator implements Operator {
    private final PlanNode.Lookup node;
    private final Schema input;
    private final Supplier<Lookup> opener;
    private final AnsweredRows rows;
    private @Nullable LookupRequest open;
    private @Nullable Running running;

    private record Running(OperatorContext context, Lookup lookup, LookupPairs pairs) {}

    /**
     * @param routing columns by which the input is exchanged
     * @param opener opens the table; the operator closes it
     */
    public RememberedLookupOperator(PlanNode.Lookup node, Schema input, int[] routing, Supplier<Lookup> opener) {
        this.node = node;
        this.input = input;
        this.opener = opener;
        this.rows = new AnsweredRows(input, node.schema(), routing, node.outer());
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
        rows.add(batch);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        Running now = running();
        rows.emitKnown(output, new FailedRows(now.context));
        if (rows.freshCount() == 0) {
            rows.endEpoch();
            return;
        }
        LookupRequest request = LookupRequest.send(node, now.lookup, rows.fresh(0, rows.freshCount()));
        open = request;
        request.answers().whenComplete((answers, failure) -> now.context.wakeUp());
        resume(output);
    }

    @Override
    public boolean pending() {
        return open != null;
    }

    @Override
    public void resume(Output output) {
        LookupRequest request = open;
        if (request == null || !request.isDone()) {
            return;
        }
        open = null;
        LookupPairs.Pairs pairs = running().pairs.pair(request.rows(), request.answerOf(), request.result(node));
        rows.remember(0, rows.freshCount(), pairs, output);
        rows.endEpoch();
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

    @Override
    public void close() {
        if (running != null) {
            running.lookup.close();
        }
    }
}
