package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode.Collect;
import io.alluvium.core.plan.PlanNode.Sink;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.planner.bind.DialectOperators;
import io.alluvium.planner.physical.PhysicalPlanner.Query;
import io.alluvium.sql.Positions;
import io.alluvium.sql.statement.Statement.InsertInto;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlNode;

/** Lowers all queries of a job to one plan: a scan a table, a sink a target. */
public final class JobLowering {
    private final String job;
    private final RexBuilder rexBuilder;
    private final ConstantEvaluator evaluator;
    private final Determinism determinism;
    private final TableScans scans;

    public JobLowering(String job, RexBuilder rexBuilder, ConstantEvaluator evaluator, DialectOperators functions) {
        this.determinism = new Determinism(functions);
        this.job = job;
        this.rexBuilder = rexBuilder;
        this.evaluator = evaluator;
        this.scans = new TableScans(rexBuilder, evaluator, determinism);
    }

    /**
     * A query and the table it writes.
     *
     * @param rows the target's physical columns, in order and in their types
     */
    public record Insert(BoundTable target, RelNode rows, InsertInto statement) {}

    /**
     * A query whose rows are shown.
     *
     * @param text as it was parsed
     */
    public record Select(
            RelNode rows, List<String> names, SqlNode text, Positions positions, boolean emitOnWatermark) {}

    /**
     * A plan and what EXPLAIN says of it.
     *
     * @param notes by node id
     */
    public record Lowered(PhysicalPlan plan, Map<String, String> notes, Set<String> warnings) {}

    public Lowered inserts(List<Insert> inserts) {
        Map<BoundTable, List<Insert>> byTarget = new LinkedHashMap<>();
        inserts.forEach(insert -> byTarget.computeIfAbsent(insert.target(), target -> new ArrayList<>())
                .add(insert));
        return run(planner -> byTarget.forEach((target, queries) -> {
            try {
                sink(planner, target, queries);
            } catch (AlluviumException e) {
                throw e.at(position(queries));
            }
        }));
    }

    public Lowered select(Select select) {
        return run(planner -> {
            planner.start(Query.of("", select.text(), select.positions(), select.emitOnWatermark()));
            Stream rows = planner.lower(select.rows(), Demand.NOTHING);
            Stream exact = planner.exact(rows, select.names(), Demand.NOTHING, select.rows());
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < select.names().size(); i++) {
                fields.add(new Field(select.names().get(i), exact.schema().type(i)));
            }
            planner.end(new Collect("collect", exact.node(), new Schema(fields)));
        });
    }

    private interface Run {
        void over(PhysicalPlanner planner);
    }

    private Lowered run(Run run) {
        scans.recordOnly();
        run.over(new PhysicalPlanner(rexBuilder, evaluator, determinism, scans, new PlanBuilder()));
        scans.recorded();
        PlanBuilder builder = new PlanBuilder();
        PhysicalPlanner planner = new PhysicalPlanner(rexBuilder, evaluator, determinism, scans, builder);
        run.over(planner);
        PhysicalPlan plan = builder.build(job);
        return new Lowered(plan, builder.notes(), planner.warnings());
    }

    private void sink(PhysicalPlanner planner, BoundTable target, List<Insert> inserts) {
        String name = target.spec().name();
        boolean acceptsChanges = target.traits().acceptsChanges();
        List<Integer> keys = acceptsChanges ? keys(target) : List.of();
        Stream rows = planner.trial(() -> rows(planner, target, inserts, !acceptsChanges, Demand.NOTHING));
        boolean dedup = false;
        if (!rows.insertOnly() && !acceptsChanges) {
            throw appendOnly(target, inserts);
        }
        if (!keys.isEmpty() && !rows.isUnique(Set.copyOf(keys))) {
            if (rows.rawEnvelope()) {
                throw changelogNeeded(target, inserts);
            }
            if (!rows.insertOnly()) {
                throw notUnique(target, inserts);
            }
            dedup = true;
        }
        Demand demand = dedup ? Demand.TIE_BREAKERS : Demand.NOTHING;
        rows = rows(planner, target, inserts, !acceptsChanges, demand);
        RelNode rel = inserts.get(0).rows();
        if (dedup) {
            rows = lastOfEachKey(planner, rows, keys, rel);
            rows = planner.exact(rows, rel.getRowType().getFieldNames(), Demand.NOTHING, rel);
        }
        boolean emits = inserts.stream().anyMatch(insert -> insert.statement().emitOnWatermark());
        if (emits && !rows.insertOnly()) {
            planner.warnings()
                    .add("EMIT ON WATERMARK does not make the rows of \"" + name
                            + "\" final: they are not the groups of a window over event time");
        }
        if (!keys.isEmpty() && !rows.isTogetherWithin(keys)) {
            rows = planner.exchange(rows, keys, rel);
        }
        planner.end(new Sink(
                name,
                rows.node(),
                target.spec(),
                keys,
                rows.insertOnly(),
                target.spec().schema()));
    }

    private static List<Integer> keys(BoundTable target) {
        return target.spec().primaryKey().stream()
                .map(key -> target.spec().schema().indexOf(key))
                .toList();
    }

    /** The rows of all queries that write a table. */
    private static Stream rows(
            PhysicalPlanner planner, BoundTable target, List<Insert> inserts, boolean appendOnly, Demand demand) {
        String name = target.spec().name();
        List<String> names = target.spec().schema().fields().stream()
                .map(field -> field.name())
                .toList();
        List<Stream> streams = new ArrayList<>();
        for (Insert insert : inserts) {
            planner.start(Query.of(
                    name,
                    insert.statement().source(),
                    insert.statement().text().positions(),
                    appendOnly || insert.statement().emitOnWatermark()));
            Stream stream = planner.lower(insert.rows(), demand);
            streams.add(planner.exact(stream, names, demand, insert.rows()));
        }
        if (streams.size() == 1) {
            return streams.get(0);
        }
        List<RelNode> rels = inserts.stream().map(Insert::rows).toList();
        return planner.sources().union(streams, rels, target.spec().schema(), demand, rels.get(0));
    }

    /** The last row of each key by event time, then row tag. */
    private static Stream lastOfEachKey(PhysicalPlanner planner, Stream rows, List<Integer> keys, RelNode rel) {
        List<SortKey> order = new ArrayList<>();
        RankPlanner.addTieBreakers(rows, order, true, true);
        if (order.isEmpty()) {
            planner.warnings()
                    .add("of several rows with one key of \"" + planner.query().target()
                            + "\" the one with the greatest bytes stays: they have neither event time nor row tag");
        }
        return planner.ranks().rank(rows, keys, order, 1, 1, false, rel);
    }

    private static AlluviumException appendOnly(BoundTable target, List<Insert> inserts) {
        return new AlluviumException(
                ErrorCode.CHANGES_INTO_APPEND_ONLY,
                position(inserts),
                "the query takes rows away again, but table \"" + target.spec().name() + "\" only takes new ones",
                "write into a table with a primary key whose connector or format takes changes, or group by a window of event time",
                null);
    }

    private static AlluviumException notUnique(BoundTable target, List<Insert> inserts) {
        String key = String.join(", ", target.spec().primaryKey());
        return new AlluviumException(
                ErrorCode.KEY_NOT_UNIQUE,
                position(inserts),
                "the query does not prove the primary key (" + key + ") of table \""
                        + target.spec().name() + "\" unique, and its rows change",
                "group by " + key + ", join on unique keys, or keep one row a key with ROW_NUMBER() OVER (PARTITION BY "
                        + key + " ORDER BY ..)",
                null);
    }

    private static AlluviumException changelogNeeded(BoundTable target, List<Insert> inserts) {
        return new AlluviumException(
                ErrorCode.CHANGELOG_NEEDED,
                position(inserts),
                "the query unnests a raw change envelope into table \""
                        + target.spec().name() + "\", which has a key: updates and deletes would be taken for new rows",
                "read it with FROM_CHANGELOG(input => TABLE t, op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), "
                        + "old => DESCRIPTOR(`old`), key => '"
                        + String.join(",", target.spec().primaryKey()) + "')",
                null);
    }

    private static SourcePosition position(List<Insert> inserts) {
        return inserts.get(0).statement().position();
    }
}
