package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnnestOperatorTest {
    private static final Schema INPUT = SchemaText.parse("id BIGINT, text STRING");
    private static final DataType STRING = DataType.string();

    private static Expression column(int index) {
        return new Expression.Column(index, INPUT.type(index));
    }

    private static Expression call(String function, DataType type, Expression... operands) {
        return new Expression.Call(function, List.of(operands), type, null);
    }

    private static Expression text(String value) {
        return new Expression.Literal(value.getBytes(java.nio.charset.StandardCharsets.UTF_8), STRING);
    }

    @Test
    void anArrayWithOrdinality() {
        Schema output = SchemaText.parse("id BIGINT, text STRING, part STRING, n INT");
        Expression parts = call("SPLIT", DataType.array(STRING), column(1), text(","));
        for (boolean outer : new boolean[] {false, true}) {
            PlanNode.Unnest unnest = new PlanNode.Unnest("unnest", "in", parts, true, outer, output);
            OperatorHarness.of(() -> new UnnestOperator(unnest, INPUT), output, INPUT)
                    .linear()
                    .run(
                            """
                            feed 0
                            +I 1 a,b
                            +3 2 c
                            +I 3 NULL
                            expect
                            + 1 a,b a 1
                            + 1 a,b b 2
                            +3 2 c c 1
                            """
                                    + (outer ? "+ 3 NULL NULL NULL\n" : "")
                                    + """
                                    feed 0
                                    -D 1 a,b
                                    expect
                                    - 1 a,b a 1
                                    - 1 a,b b 2
                                    """);
        }
    }

    @Test
    void aMapGivesKeyAndValue() {
        Schema output = SchemaText.parse("id BIGINT, text STRING, k STRING, v STRING");
        Expression map = call("STR_TO_MAP", DataType.map(STRING, STRING), column(1));
        PlanNode.Unnest unnest = new PlanNode.Unnest("unnest", "in", map, false, false, output);
        OperatorHarness.of(() -> new UnnestOperator(unnest, INPUT), output, INPUT)
                .linear()
                .run(
                        """
                        feed 0
                        +I 1 b=2,a=1
                        expect
                        + 1 b=2,a=1 a 1
                        + 1 b=2,a=1 b 2
                        """);
    }

    /** Rows of an array become columns, a NULL row NULLs; a large result comes in several batches. */
    @Test
    void anArrayOfRowsInBatches() {
        DataType.Row row = (DataType.Row)
                DataType.row(new DataType.Field("a", DataType.bigint()), new DataType.Field("b", STRING));
        DataType rows = DataType.array(row);
        Schema input = Schema.of(new DataType.Field("rows", rows));
        Schema output = input.concat(SchemaText.parse("a BIGINT, b STRING"));
        List<Object> elements = new ArrayList<>(Collections.nCopies(1, null));
        RowCodec codec = RowCodec.of(row);
        for (long i = 1; i < 5000; i++) {
            elements.add(codec.encodeValues(i, new byte[] {'x'}));
        }
        BatchBuilder builder = new BatchBuilder(input);
        builder.appendRow(-1, NestedValues.array(ColumnKind.BYTES, elements));
        UnnestOperator operator = new UnnestOperator(
                new PlanNode.Unnest("unnest", "in", new Expression.Column(0, rows), false, false, output), input);
        operator.open(io.alluvium.testkit.harness.HarnessContext.alone());
        List<RowBatch> results = new ArrayList<>();
        operator.process(0, builder.build(), results::add);
        assertEquals(5000, results.stream().mapToInt(RowBatch::size).sum());
        assertEquals(-5000, results.stream().mapToLong(RowBatch::totalWeight).sum());
        assertEquals(null, results.get(0).column(1).value(0));
        assertEquals(1L, results.get(0).column(1).value(1));
        RowBatch last = results.get(results.size() - 1);
        assertEquals(4999L, last.column(1).value(last.size() - 1));
    }
}
