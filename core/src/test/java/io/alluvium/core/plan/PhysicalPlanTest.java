package io.alluvium.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhysicalPlanTest {
    private static final Schema SCHEMA =
            Schema.of(new Field("id", DataType.bigint()), new Field("name", DataType.string()));
    private static final PlanNode VALUES = new PlanNode.Values(
            "values",
            List.of(List.of(literal(1L, DataType.bigint()), literal(new byte[] {65}, DataType.string()))),
            SCHEMA);

    @Test
    void findsItsNodes() {
        PlanNode union = new PlanNode.Union("union", List.of("values", "values"), SCHEMA);
        PhysicalPlan plan = new PhysicalPlan("job", List.of(VALUES, union));
        assertSame(union, plan.node("union"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> plan.node("unoin"));
        assertEquals("no node unoin in job job", e.getMessage());
    }

    @Test
    void refusesAnInputThatIsMissingOrComesLater() {
        PlanNode collect = new PlanNode.Collect("collect", "values", SCHEMA);
        for (List<PlanNode> nodes : List.of(List.of(collect), List.of(collect, VALUES))) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> new PhysicalPlan("job", nodes));
            assertEquals("node collect reads values before it is defined", e.getMessage());
        }
        PlanNode self = new PlanNode.Collect("self", "self", SCHEMA);
        assertThrows(IllegalArgumentException.class, () -> new PhysicalPlan("job", List.of(self)));
    }

    @Test
    void checksEachInputOfAJoin() {
        PlanNode join = new PlanNode.Join(
                "join",
                "values",
                "gone",
                PlanNode.JoinKind.INNER,
                List.of(0),
                List.of(0),
                List.of(false),
                null,
                true,
                true,
                SCHEMA.concat(SCHEMA));
        assertThrows(IllegalArgumentException.class, () -> new PhysicalPlan("job", List.of(VALUES, join)));
    }

    @Test
    void refusesTwoNodesOfOneId() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new PhysicalPlan("job", List.of(VALUES, VALUES)));
        assertEquals("two nodes with id values", e.getMessage());
    }

    @Test
    void doesNotChangeWithTheListItWasMadeOf() {
        List<PlanNode> nodes = new ArrayList<>(List.of(VALUES));
        PhysicalPlan plan = new PhysicalPlan("job", nodes);
        nodes.clear();
        assertEquals(1, plan.nodes().size());
    }

    /** A plan is shipped to other processes and compared with the one a checkpoint belongs to. */
    @Test
    void isTheSameAfterSerialization() throws IOException, ClassNotFoundException {
        Expression time = new Expression.Column(1, DataType.timestamp(3));
        Expression late = new Expression.Call(
                "-",
                List.of(time, literal(5_000_000L, DataType.of(DataType.Scalar.INTERVAL_MICROSECOND))),
                DataType.timestamp(3),
                new SourcePosition("a.sql", 1, 2, 1, 9, "SELECT"));
        Schema schema = Schema.of(new Field("id", DataType.bigint()), new Field("ts", DataType.timestamp(3)));
        TableSpec table = new TableSpec("ods.t", "filesystem", schema, List.of("id"), Map.of("path", "x"));
        PlanNode scan = new PlanNode.Scan(
                "scan",
                table,
                List.of("id", "ts"),
                List.of(),
                List.of(),
                new PlanNode.Watermark(1, late, 0),
                false,
                true,
                schema);
        PlanNode collect = new PlanNode.Collect("collect", "scan", schema);
        PhysicalPlan plan = new PhysicalPlan("job", List.of(VALUES, scan, collect));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(plan);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertEquals(plan, in.readObject());
        }
    }

    private static Expression.Literal literal(java.io.Serializable value, DataType type) {
        return new Expression.Literal(value, type);
    }
}
