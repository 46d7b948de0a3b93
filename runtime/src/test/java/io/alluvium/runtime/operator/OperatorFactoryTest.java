package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperatorFactoryTest {
    private static final Schema ROWS = SchemaText.parse("k BIGINT, g BIGINT, v BIGINT");
    private static final PlanNode.Scan SCAN = scan(true);

    private static PlanNode.Scan scan(boolean insertOnly) {
        var table = new TableSpec("ods.t", "files", ROWS, List.of(), Map.of());
        return new PlanNode.Scan(
                "scan", table, List.of("k", "g", "v"), List.of(), List.of(), null, false, insertOnly, ROWS);
    }

    private static Expression column(int index) {
        return new Expression.Column(index, DataType.bigint());
    }

    /** State belongs to the key group of the columns by which rows were exchanged, wherever these went since. */
    @Test
    void exchangeColumnsAreFollowed() {
        PlanNode exchange = new PlanNode.Exchange("x", "scan", List.of(1), ROWS);
        PlanNode calc = new PlanNode.Calc("c", "x", null, List.of(column(2), column(1)), ROWS.select(2, 1));
        PlanNode calcWithout = new PlanNode.Calc("c0", "x", null, List.of(column(2)), ROWS.select(2));
        PlanNode aggregate = new PlanNode.Aggregate("a", "c", List.of(0, 1), List.of(), true, null, ROWS.select(2, 1));
        PlanProperties properties =
                new PlanProperties(new PhysicalPlan("job", List.of(SCAN, exchange, calc, calcWithout, aggregate)));
        assertEquals(Set.of(), properties.exchangedBy("scan"));
        assertEquals(Set.of(List.of(1)), properties.exchangedBy("c"));
        assertEquals(Set.of(), properties.exchangedBy("c0"));
        assertEquals(Set.of(List.of(1)), properties.exchangedBy("a"));
        assertArrayEquals(new int[] {1}, properties.routing("c", List.of(0, 1)));
        assertArrayEquals(new int[] {0}, properties.routing("c", List.of(0)));
    }

    @Test
    void joinsLieWhereTheirKeysSay() {
        PlanNode left = new PlanNode.Exchange("l", "scan", List.of(0), ROWS);
        PlanNode right = new PlanNode.Exchange("r", "scan", List.of(1), ROWS);
        for (JoinKind kind : JoinKind.values()) {
            PlanNode join = new PlanNode.Join(
                    "j", "l", "r", kind, List.of(0), List.of(1), List.of(false), null, true, true, ROWS.concat(ROWS));
            PlanProperties properties = new PlanProperties(new PhysicalPlan("job", List.of(SCAN, left, right, join)));
            Set<List<Integer>> expected =
                    switch (kind) {
                        case INNER -> Set.of(List.of(0), List.of(4));
                        case LEFT, SEMI, ANTI, NULL_AWARE_ANTI -> Set.of(List.of(0));
                        case RIGHT -> Set.of(List.of(4));
                        case FULL -> Set.of();
                    };
            assertEquals(expected, properties.exchangedBy("j"), kind.name());
        }
    }

    /** Of an inner join's two keys either is enough, also where the left one is gone. */
    @Test
    void stateBehindAnInnerJoinBelongsToTheRightKeyToo() {
        PlanNode left = new PlanNode.Exchange("l", "scan", List.of(0), ROWS);
        PlanNode right = new PlanNode.Exchange("r", "scan", List.of(1), ROWS);
        PlanNode join = new PlanNode.Join(
                "j",
                "l",
                "r",
                JoinKind.INNER,
                List.of(0),
                List.of(1),
                List.of(false),
                null,
                true,
                true,
                ROWS.concat(ROWS));
        PlanNode calc = new PlanNode.Calc("c", "j", null, List.of(column(5), column(4)), ROWS.select(2, 1));
        PlanProperties properties = new PlanProperties(new PhysicalPlan("job", List.of(SCAN, left, right, join, calc)));
        assertEquals(Set.of(List.of(1)), properties.exchangedBy("c"));
        assertArrayEquals(new int[] {1}, properties.routing("c", List.of(0, 1)));
    }

    /** Where all rows are at one worker, all state is in its key group. */
    @Test
    void stateBehindAFullJoinWithoutKeysIsAtOneWorker() {
        PlanNode left = new PlanNode.Exchange("l", "scan", List.of(), ROWS);
        PlanNode right = new PlanNode.Exchange("r", "scan", List.of(), ROWS);
        PlanNode join = new PlanNode.Join(
                "j", "l", "r", JoinKind.FULL, List.of(), List.of(), List.of(), null, true, true, ROWS.concat(ROWS));
        PlanProperties properties = new PlanProperties(new PhysicalPlan("job", List.of(SCAN, left, right, join)));
        assertArrayEquals(new int[0], properties.routing("j", List.of(0, 1)));
    }

    @Test
    void cheaperOperatorsForInsertOnlyInput() {
        for (boolean insertOnly : new boolean[] {true, false}) {
            PlanNode exchange = new PlanNode.Exchange("x", "scan", List.of(0), ROWS);
            PlanNode rank = new PlanNode.Rank(
                    "r", "x", List.of(0), List.of(new SortKey(2, true, false)), 1, 1, false, insertOnly, ROWS);
            var names = new TableSpec("dim.n", "jdbc", ROWS, List.of(), Map.of());
            PlanNode lookup = new PlanNode.Lookup(
                    "k", "x", names, List.of(0), List.of("k"), List.of("v"), true, null, ROWS.concat(ROWS.select(2)));
            PhysicalPlan plan = new PhysicalPlan("job", List.of(scan(insertOnly), exchange, rank, lookup));
            OperatorFactory factory = new OperatorFactory(plan, node -> {
                throw new AssertionError("not opened");
            });
            Class<?> ranks = insertOnly ? BestRowOperator.class : RankOperator.class;
            Class<?> looksUp = insertOnly ? LookupOperator.class : RememberedLookupOperator.class;
            assertEquals(ranks, factory.create(rank).getClass());
            assertEquals(looksUp, factory.create(lookup).getClass());
        }
    }

    /** A change log whose every reader is a Normalize need not know the image before. */
    @Test
    void normalizedChangelogs() {
        PlanNode calc = new PlanNode.Calc("c", "scan", null, List.of(column(0)), ROWS.select(0));
        PlanNode exchange = new PlanNode.Exchange("x", "c", List.of(0), ROWS.select(0));
        PlanNode normalize = new PlanNode.Normalize("n", "x", List.of(0), ROWS.select(0));
        PlanNode collect = new PlanNode.Collect("out", "c", ROWS.select(0));
        PlanProperties one = new PlanProperties(new PhysicalPlan("job", List.of(SCAN, calc, exchange, normalize)));
        assertEquals(true, one.isNormalized("scan"));
        PlanProperties two =
                new PlanProperties(new PhysicalPlan("job", List.of(SCAN, calc, exchange, normalize, collect)));
        assertEquals(false, two.isNormalized("scan"));
    }
}
