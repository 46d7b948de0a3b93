package io.alluvium.runtime.simulation;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.List;

/** Plans of the tests: a log of (key, amount), rows and sum a key, a store. */
public final class TestPlans {
    public static final Schema LOG =
            Schema.of(new Field("id", DataType.bigint()), new Field("amount", DataType.bigint()));
    public static final Schema SUMS = Schema.of(
            new Field("id", DataType.bigint()),
            new Field("cnt", DataType.bigint()),
            new Field("total", DataType.bigint()));

    private TestPlans() {}

    public static PlanNode.Scan scan(String id, String table) {
        return new PlanNode.Scan(
                id,
                TestTables.table(table, LOG),
                List.of("id", "amount"),
                List.of(),
                List.of(),
                null,
                false,
                false,
                LOG);
    }

    /** Scan, Calc, Exchange, Aggregate, Sink. */
    public static PhysicalPlan sums() {
        return new PhysicalPlan(
                "sums",
                List.of(
                        scan("scan", "log"),
                        new PlanNode.Calc("calc", "scan", null, List.of(), LOG),
                        new PlanNode.Exchange("exchange", "calc", List.of(0), LOG),
                        aggregate("aggregate", "exchange"),
                        new PlanNode.Sink(
                                "sink", "aggregate", TestTables.table("store", SUMS, "id"), List.of(0), false, SUMS)));
    }

    /** The same, and beside it an append-only target fed from a second log, with an exchange and an asynchronous
     * look-up on the way. */
    public static PhysicalPlan simulated() {
        List<PlanNode> nodes = new java.util.ArrayList<>(sums().nodes());
        nodes.add(scan("events", "events"));
        nodes.add(new PlanNode.Exchange("spread", "events", List.of(0), LOG));
        nodes.add(lookup("lookup", "spread"));
        nodes.add(new PlanNode.Sink("bag", "lookup", TestTables.table("bag", LOG), List.of(), true, LOG));
        return new PhysicalPlan("simulated", nodes);
    }

    /** The same, collected. */
    public static PhysicalPlan collected() {
        return new PhysicalPlan(
                "collected",
                List.of(
                        scan("scan", "log"),
                        new PlanNode.Exchange("exchange", "scan", List.of(0), LOG),
                        aggregate("aggregate", "exchange"),
                        new PlanNode.Collect("collect", "aggregate", SUMS)));
    }

    /** Asks {@link LookupServer} for each row. */
    public static PlanNode.Lookup lookup(String id, String input) {
        return new PlanNode.Lookup(
                id, input, TestTables.table("server", LOG), List.of(0), List.of("id"), List.of(), false, null, LOG);
    }

    /** Turns weights around. */
    public static PlanNode.Rank negation(String id, String input) {
        return new PlanNode.Rank(id, input, List.of(), List.of(), 1, 1, false, false, LOG);
    }

    public static PlanNode.Aggregate aggregate(String id, String input) {
        return new PlanNode.Aggregate(id, input, List.of(0), List.of(), false, null, SUMS);
    }
}
