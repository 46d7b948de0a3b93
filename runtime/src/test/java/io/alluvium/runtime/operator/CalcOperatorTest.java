package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalcOperatorTest {
    private static final Schema ORDERS = SchemaText.parse("id BIGINT, price BIGINT, parts BIGINT");
    private static final Schema SHARES = SchemaText.parse("id BIGINT, share BIGINT");
    private static final SourcePosition DIVISION = new SourcePosition("q.sql", 2, 12, 2, 24, null);

    private static Expression column(int index) {
        return new Expression.Column(index, DataType.bigint());
    }

    private static PlanNode.Calc shares() {
        Expression positive = new Expression.Call(
                ">", List.of(column(1), new Expression.Literal(0L, DataType.bigint())), DataType.bool(), null);
        Expression share = new Expression.Call("/", List.of(column(1), column(2)), DataType.bigint(), DIVISION);
        return new PlanNode.Calc("calc", "in", positive, List.of(column(0), share), SHARES);
    }

    /** A row that fails is a dead letter; its removal fails alike, so that both count as nothing. */
    @Test
    void aFailedRowAndItsRemovalAreDeadLetters() {
        PlanNode.Calc calc = shares();
        OperatorHarness.Outcome outcome = OperatorHarness.of(() -> new CalcOperator(calc, ORDERS), SHARES, ORDERS)
                .linear()
                .run(
                        """
                        feed 0
                        +I 1 100 4
                        +I 2 100 0
                        +I 3 -5 0
                        expect
                        + 1 25
                        feed 0
                        -D 2 100 0
                        -D 1 100 4
                        +2 4 10 3
                        expect
                        - 1 25
                        +2 4 3
                        """);
        assertEquals(1, outcome.counter("filtered"));
        assertEquals(
                List.of(1L, -1L),
                outcome.letters().stream().map(DeadLetter::weight).toList());
        DeadLetter letter = outcome.letters().get(0);
        assertEquals("(2, 100, 0)", letter.position());
        assertEquals(ErrorCode.DIVISION_BY_ZERO, letter.error().code());
        assertEquals(DIVISION, assertNotNullPosition(letter));
    }

    private static SourcePosition assertNotNullPosition(DeadLetter letter) {
        SourcePosition position = letter.error().position();
        assertNotNull(position);
        return position;
    }
}
