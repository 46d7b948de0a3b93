package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PlanNode.Join;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins from text, for the tests of {@link InnerJoinOperator} and {@link OuterJoinOperator}. */
final class JoinCases {
    static final Schema LEFT = SchemaText.parse("k BIGINT, x STRING");
    static final Schema RIGHT = SchemaText.parse("k BIGINT, y STRING");
    static final Schema PAIRS = SchemaText.parse("k BIGINT, x STRING, k2 BIGINT, y STRING");

    /** x is before y in the alphabet. */
    static final JoinResidual ORDERED = (pairs, rows) -> {
        int count = 0;
        for (int row = 0; row < pairs.size(); row++) {
            boolean comparable =
                    !pairs.column(1).isNull(row) && !pairs.column(3).isNull(row);
            if (comparable
                    && text(pairs.bytes(1).value(row))
                                    .compareTo(text(pairs.bytes(3).value(row)))
                            < 0) {
                rows[count++] = row;
            }
        }
        return count;
    };

    static String text(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    static Operator join(JoinKind kind, boolean nullSafe, boolean insertOnly, @Nullable JoinResidual residual) {
        boolean one = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        Join node = new Join(
                "join",
                "l",
                "r",
                kind,
                List.of(0),
                List.of(0),
                List.of(nullSafe),
                null,
                insertOnly,
                insertOnly,
                one ? LEFT : PAIRS);
        return kind == JoinKind.INNER
                ? new InnerJoinOperator(node, LEFT, RIGHT, residual)
                : new OuterJoinOperator(node, LEFT, RIGHT, residual);
    }

    static OperatorHarness harness(JoinKind kind, boolean nullSafe, @Nullable JoinResidual residual) {
        boolean one = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        OperatorHarness harness =
                OperatorHarness.of(() -> join(kind, nullSafe, false, residual), one ? LEFT : PAIRS, LEFT, RIGHT);
        if (!one) {
            harness.linear();
        }
        return kind == JoinKind.NULL_AWARE_ANTI
                ? harness
                : harness.exchange(0, 0).exchange(1, 0);
    }

    private JoinCases() {}
}
