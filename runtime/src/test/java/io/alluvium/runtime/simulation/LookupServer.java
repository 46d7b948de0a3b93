package io.alluvium.runtime.simulation;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.row.RowBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** A server that answers when the test says so, and the operator that asks it: rows come out only with their answers. */
public final class LookupServer {
    private final List<Question> questions = new ArrayList<>();

    private record Question(Asking from, RowBatch rows) {}

    /** Answers one of the open questions, if there is any. */
    public void answerOne(Random random) {
        if (!questions.isEmpty()) {
            Question question = questions.remove(random.nextInt(questions.size()));
            question.from.answered(question.rows);
        }
    }

    /** The process that asked has died. */
    public void forget() {
        questions.clear();
    }

    public Operator operator() {
        return new Asking();
    }

    private final class Asking implements Operator {
        private final Deque<RowBatch> answers = new ArrayDeque<>();
        private final List<RowBatch> waiting = new ArrayList<>();
        private OperatorContext context;
        private int open;

        @Override
        public void open(OperatorContext given) {
            context = given;
        }

        @Override
        public void process(int input, RowBatch batch, Output output) {
            waiting.add(batch);
        }

        @Override
        public void endEpoch(EpochEnd epoch, Output output) {
            for (RowBatch batch : waiting) {
                questions.add(new Question(this, batch));
                open++;
            }
            waiting.clear();
        }

        @Override
        public boolean pending() {
            return open > 0;
        }

        @Override
        public void resume(Output output) {
            while (!answers.isEmpty()) {
                open--;
                output.emit(answers.poll());
            }
        }

        void answered(RowBatch rows) {
            answers.add(rows);
            context.wakeUp();
        }
    }
}
