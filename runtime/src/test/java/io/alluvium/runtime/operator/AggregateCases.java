package io.alluvium.runtime.operator;

import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.GroupWindow;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Aggregates from text, for the tests of {@link AggregateOperator}. */
final class AggregateCases {
    static final Schema SALES = SchemaText.parse("g STRING, v BIGINT, ok BOOLEAN");

    /** {@code COUNT(*)}, {@code SUM(1)}, {@code DISTINCT COUNT(1)}, {@code MAX(1)?2}: function, argument, filter column. */
    static AggregateCall call(String text, DataType type) {
        boolean distinct = text.startsWith("DISTINCT ");
        String rest = distinct ? text.substring(9) : text;
        String inside = rest.substring(rest.indexOf('(') + 1, rest.indexOf(')'));
        List<Integer> arguments = new ArrayList<>();
        if (!inside.equals("*")) {
            for (String column : inside.split(",")) {
                arguments.add(Integer.parseInt(column));
            }
        }
        int filter = rest.indexOf('?') < 0 ? -1 : Integer.parseInt(rest.substring(rest.indexOf('?') + 1));
        return new AggregateCall(rest.substring(0, rest.indexOf('(')), arguments, distinct, filter, type);
    }

    static OperatorHarness harness(
            Schema input,
            List<Integer> keys,
            boolean insertOnly,
            @Nullable GroupWindow window,
            String outputText,
            String... callTexts) {
        Schema output = SchemaText.parse(outputText);
        List<AggregateCall> calls = new ArrayList<>();
        for (int i = 0; i < callTexts.length; i++) {
            calls.add(call(callTexts[i], output.type(keys.size() + i)));
        }
        Aggregate node = new Aggregate("agg", "in", keys, calls, insertOnly, window, output);
        int[] routing = keys.stream().limit(1).mapToInt(Integer::intValue).toArray();
        return OperatorHarness.of(() -> new AggregateOperator(node, input, routing), output, input)
                .exchange(0, routing);
    }

    private AggregateCases() {}
}
