package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.Exchange;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.ScalarSubQueries;
import io.alluvium.planner.logical.LogicalChangelog;
import io.alluvium.planner.logical.LogicalRank;
import io.alluvium.planner.logical.LogicalWindow;
import io.alluvium.sql.Positions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the algebra of a job's queries to nodes of a plan, bottom up, with what is known of each node's rows ({@link Stream}).
 * Equal parts become one node. Runs twice over a job: the first run finds out what is used of each table.
 */
public final class PhysicalPlanner {
    private final RexBuilder rexBuilder;
    private final ConstantEvaluator evaluator;
    private final Determinism determinism;
    private final TableScans scans;
    private final PlanBuilder builder;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Map<String, Stream> shared = new HashMap<>();
    private final CalcPlanner calcs = new CalcPlanner(this);
    private final SourcePlanner sources = new SourcePlanner(this);
    private final JoinPlanner joins = new JoinPlanner(this);
    private final AggregatePlanner aggregates = new AggregatePlanner(this);
    private final RankPlanner ranks = new RankPlanner(this);
    private final UnnestPlanner unnests = new UnnestPlanner(this);
    private final RememberPlanner remembering = new RememberPlanner(this);
    private final Set<String> outsideLaw = new LinkedHashSet<>();
    private Query query = new Query("", null, false, null);

    /**
     * The query at work.
     *
     * @param target prefix of the nodes' ids
     * @param finalOnly windows show their final result only
     * @param subQuery where its sub-query for one value stands; null where there is none, or which is meant is not known
     */
    record Query(String target, @Nullable Positions positions, boolean finalOnly, @Nullable SourcePosition subQuery) {
        static Query of(String target, SqlNode text, Positions positions, boolean finalOnly) {
            List<SqlParserPos> places = ScalarSubQueries.of(text);
            return new Query(target, positions, finalOnly, places.size() == 1 ? positions.of(places.get(0)) : null);
        }

        /** The same query under another prefix. */
        Query under(String newTarget) {
            return new Query(newTarget, positions, finalOnly, subQuery);
        }
    }

    PhysicalPlanner(
            RexBuilder rexBuilder,
            ConstantEvaluator evaluator,
            Determinism determinism,
            TableScans scans,
            PlanBuilder builder) {
        this.rexBuilder = rexBuilder;
        this.evaluator = evaluator;
        this.determinism = determinism;
        this.scans = scans;
        this.builder = builder;
    }

    // ---- for the parts of the planner

    void start(Query next) {
        query = next;
    }

    Query query() {
        return query;
    }

    RexBuilder rexBuilder() {
        return rexBuilder;
    }

    TableScans scans() {
        return scans;
    }

    PlanBuilder builder() {
        return builder;
    }

    Set<String> warnings() {
        return warnings;
    }

    Determinism determinism() {
        return determinism;
    }

    RememberPlanner remembering() {
        return remembering;
    }

    CalcPlanner calcs() {
        return calcs;
    }

    RankPlanner ranks() {
        return ranks;
    }

    SourcePlanner sources() {
        return sources;
    }

    UnnestPlanner unnests() {
        return unnests;
    }

    RexTranslator translator(List<Expression> inputs) {
        return new RexTranslator(rexBuilder, evaluator, inputs, query.positions());
    }

    /** A place in the statement's text, or null where what stands there was not written. */
    @Nullable
    SourcePosition position(SqlParserPos place) {
        Positions positions = query.positions();
        return positions == null || place.equals(SqlParserPos.ZERO) ? null : positions.of(place);
    }

    /** The columns of the algebra as expressions over a stream's schema. */
    static List<Expression> inputs(Stream stream) {
        List<Expression> inputs = new ArrayList<>();
        for (int place : stream.columns()) {
            inputs.add(new Column(place, stream.schema().type(place)));
        }
        return inputs;
    }

    String id(String role, List<String> keys, RelNode below) {
        return builder.id(query.target(), role, keys, tables(below));
    }

    static List<String> names(Schema schema, Iterable<Integer> columns) {
        List<String> names = new ArrayList<>();
        columns.forEach(column -> names.add(schema.name(column)));
        return names;
    }

    static Set<String> tables(RelNode rel) {
        Set<String> tables = new TreeSet<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                if (node instanceof TableScan scan) {
                    tables.add(String.join(".", scan.getTable().getQualifiedName()));
                }
                super.visit(node, ordinal, parent);
            }
        }.go(rel);
        return tables;
    }

    /** What a run would give, without its nodes. */
    <T> T trial(Supplier<T> run) {
        PlanBuilder.Mark mark = builder.mark();
        Map<String, Stream> sharedBefore = Map.copyOf(shared);
        Runnable restoreScans = scans.restoring();
        Set<String> warningsBefore = Set.copyOf(warnings);
        T result = run.get();
        builder.reset(mark);
        restoreScans.run();
        shared.clear();
        shared.putAll(sharedBefore);
        warnings.retainAll(warningsBefore);
        return result;
    }

    /** Sends rows to the worker of their keys; without keys to one worker. */
    Stream exchange(Stream input, List<Integer> keys, RelNode below) {
        String sharing = "exchange " + input.node() + " by " + keys;
        Stream before = shared.get(sharing);
        String node = before != null
                ? before.node()
                : builder.add(new Exchange(
                                id("exchange", names(input.schema(), keys), below), input.node(), keys, input.schema()))
                        .id();
        Stream exchanged = input.with(node, input.schema(), input.columns()).withPartitions(Set.of(List.copyOf(keys)));
        shared.put(sharing, exchanged);
        note(exchanged);
        return exchanged;
    }

    // ---- nodes

    /** The stream of an algebra node. */
    Stream lower(RelNode rel, Demand demand) {
        String sharing =
                demand + " " + query.finalOnly() + " " + RelOptUtil.toString(rel, SqlExplainLevel.DIGEST_ATTRIBUTES);
        Stream known = shared.get(sharing);
        if (known == null) {
            known = lowerNew(rel, demand);
            shared.put(sharing, known);
            note(known);
        }
        return known;
    }

    private Stream lowerNew(RelNode rel, Demand demand) {
        if (rel instanceof Project || rel instanceof Filter || rel instanceof TableScan || rel instanceof LogicalRank) {
            return calcs.lower(rel, demand);
        }
        if (rel instanceof Aggregate aggregate) {
            return aggregates.lower(aggregate);
        }
        if (rel instanceof Join join) {
            return joins.lower(join);
        }
        if (rel instanceof Union union) {
            return sources.union(union, demand);
        }
        if (rel instanceof Values values) {
            return sources.values(values);
        }
        if (rel instanceof LogicalWindow window) {
            return sources.window(window, demand);
        }
        if (rel instanceof LogicalChangelog changelog) {
            return sources.changelog(changelog);
        }
        if (rel instanceof Correlate correlate) {
            return unnests.lower(correlate, demand);
        }
        if (rel instanceof Uncollect uncollect) {
            return unnests.lower(uncollect);
        }
        if (rel instanceof Sort sort && sort.fetch == null && sort.offset == null) {
            return lower(sort.getInput(), demand);
        }
        throw new AlluviumException(
                ErrorCode.UNSUPPORTED, "this query needs \"" + rel.getRelTypeName() + "\", which is not supported");
    }

    /** The stream with exactly its columns, in order, and the hidden ones that are demanded and there. */
    Stream exact(Stream stream, List<String> names, Demand demand, RelNode rel) {
        Demand granted = demand.grantedBy(stream);
        boolean timeIsVisible = stream.columns().stream().anyMatch(stream.eventTimes()::contains);
        int hidden = (granted.rowTag() ? 1 : 0)
                + (granted.watermark() ? 1 : 0)
                + (granted.eventTime() && !timeIsVisible ? 1 : 0);
        boolean inOrder = stream.columns().equals(Stream.range(stream.columns().size()))
                && stream.schema().size() == stream.columns().size() + hidden;
        if (inOrder) {
            return stream;
        }
        List<RexNode> identity = new ArrayList<>(rexBuilder.identityProjects(rel.getRowType()));
        return calcs.calc(stream, inputs(stream), null, identity, names, demand, true, rel);
    }

    /** The node computes what is not deterministic, for rows that only come. */
    void noteOutsideLaw(String node) {
        outsideLaw.add(node);
    }

    /** Writes down for EXPLAIN what is known of a node's rows. */
    void note(Stream stream) {
        StringBuilder text = new StringBuilder(stream.insertOnly() ? "insert-only" : "changing");
        for (Set<Integer> key : stream.uniqueKeys()) {
            text.append(key.isEmpty() ? "; one row at most" : "; unique " + names(stream.schema(), key));
        }
        if (!stream.eventTimes().isEmpty()) {
            text.append("; event time ").append(names(stream.schema(), stream.eventTimes()));
        }
        if (outsideLaw.contains(stream.node())) {
            text.append("; not deterministic, outside the law");
        }
        builder.note(stream.node(), text.toString());
    }

    /** Adds a node that ends the plan. */
    void end(PlanNode node) {
        builder.add(node);
    }
}
