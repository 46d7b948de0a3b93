package io.alluvium.planner;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.Calc;
import io.alluvium.core.plan.PlanNode.Collect;
import io.alluvium.core.plan.PlanNode.Exchange;
import io.alluvium.core.plan.PlanNode.FromChangelog;
import io.alluvium.core.plan.PlanNode.Join;
import io.alluvium.core.plan.PlanNode.Lookup;
import io.alluvium.core.plan.PlanNode.NameFilter;
import io.alluvium.core.plan.PlanNode.Normalize;
import io.alluvium.core.plan.PlanNode.Rank;
import io.alluvium.core.plan.PlanNode.Remember;
import io.alluvium.core.plan.PlanNode.Scan;
import io.alluvium.core.plan.PlanNode.Sink;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.plan.PlanNode.Union;
import io.alluvium.core.plan.PlanNode.Unnest;
import io.alluvium.core.plan.PlanNode.Values;
import io.alluvium.core.plan.PlanNode.WindowAssign;
import io.alluvium.core.plan.PlanNode.WindowSpec;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A plan as text: a line for what each node is, then its inputs and what it does, with names of columns. The text says all that
 * matters for a plan's results and state, and is the same for the same plan.
 */
public final class PlanText {
    private final PhysicalPlan plan;
    private final Map<String, String> notes;

    private PlanText(PhysicalPlan plan, Map<String, String> notes) {
        this.plan = plan;
        this.notes = notes;
    }

    /** The plan, with what is known of each node's rows. */
    public static String of(PhysicalPlan plan, Map<String, String> notes) {
        PlanText text = new PlanText(plan, notes);
        return plan.nodes().stream().map(text::node).collect(Collectors.joining());
    }

    private String node(PlanNode node) {
        StringBuilder text = new StringBuilder();
        text.append(node.id()).append(": ").append(node.getClass().getSimpleName());
        if (!node.inputs().isEmpty()) {
            text.append(" <- ").append(String.join(" + ", node.inputs()));
        }
        text.append('\n');
        for (String line : lines(node)) {
            text.append("    ").append(line).append('\n');
        }
        String state = state(node);
        if (!state.isEmpty()) {
            text.append("    state: ").append(state).append('\n');
        }
        String note = notes.get(node.id());
        if (note != null && !note.isEmpty()) {
            text.append("    rows: ").append(note).append('\n');
        }
        return text.toString();
    }

    /** What a node remembers, and what bounds it. */
    private static String state(PlanNode node) {
        if (node instanceof Aggregate aggregate) {
            PlanNode.GroupWindow window = aggregate.window();
            if (aggregate.keys().isEmpty()) {
                return "one row";
            }
            return window != null && window.dropState()
                    ? "a row a group until its window ends"
                    : "a row a group, unbounded";
        }
        if (node instanceof Join) {
            return "the rows of both sides, unbounded";
        }
        if (node instanceof Normalize) {
            return "the last image of each key, unbounded";
        }
        if (node instanceof Remember) {
            return "each row and what was computed for it, unbounded";
        }
        if (node instanceof Rank rank) {
            String each = rank.partition().isEmpty() ? "" : " of each partition, unbounded";
            return rank.insertOnly() && rank.to() != Long.MAX_VALUE
                    ? "the best " + rank.to() + " rows" + each
                    : "all rows, unbounded";
        }
        return "";
    }

    private Schema input(PlanNode node) {
        return plan.node(node.inputs().get(0)).schema();
    }

    private List<String> lines(PlanNode node) {
        if (node instanceof Scan scan) {
            return scan(scan);
        }
        if (node instanceof Values values) {
            return List.of(values.rows().size() + " rows " + values.schema());
        }
        if (node instanceof Calc calc) {
            return calc(calc);
        }
        if (node instanceof Exchange exchange) {
            return List.of(
                    exchange.keys().isEmpty() ? "to one worker" : "by " + names(exchange.schema(), exchange.keys()));
        }
        if (node instanceof Remember remember) {
            return remember(remember);
        }
        if (node instanceof Union) {
            return List.of();
        }
        if (node instanceof Unnest unnest) {
            return List.of(text(unnest.collection(), input(unnest))
                    + (unnest.withOrdinality() ? " with ordinality" : "")
                    + (unnest.outer() ? " outer" : ""));
        }
        if (node instanceof FromChangelog changelog) {
            return changelog(changelog);
        }
        if (node instanceof Normalize normalize) {
            return List.of("last image by " + names(normalize.schema(), normalize.keys()));
        }
        if (node instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        }
        if (node instanceof WindowAssign window) {
            return List.of(window(window.window()) + " of " + input(window).name(window.timeColumn())
                    + (window.watermarkColumn() >= 0 ? ", late rows dropped" : ""));
        }
        if (node instanceof Join join) {
            return join(join);
        }
        if (node instanceof Rank rank) {
            return rank(rank);
        }
        if (node instanceof Lookup lookup) {
            return List.of("in " + lookup.table().name() + " by " + lookup.lookupKeys() + " = "
                    + names(input(lookup), lookup.inputKeys()));
        }
        if (node instanceof Sink sink) {
            return List.of("into " + sink.table().name() + " (" + sink.table().connector() + ")"
                    + (sink.keys().isEmpty() ? "" : " by key " + names(sink.schema(), sink.keys()))
                    + (sink.insertOnly() ? " insert-only" : " changing"));
        }
        if (node instanceof Collect collect) {
            return List.of(collect.schema().toString());
        }
        throw new AssertionError("node " + node);
    }

    private static List<String> scan(Scan scan) {
        List<String> lines = new ArrayList<>();
        lines.add("of " + scan.table().name() + " (" + scan.table().connector() + ")"
                + (scan.insertOnly() ? " insert-only" : " changing"));
        lines.add("columns " + scan.physicalColumns()
                + (scan.metadataKeys().isEmpty() ? "" : ", metadata " + scan.metadataKeys()));
        int first = scan.physicalColumns().size() + scan.metadataKeys().size();
        for (int i = 0; i < scan.computed().size(); i++) {
            lines.add(
                    scan.schema().name(first + i) + " = " + text(scan.computed().get(i), scan.schema()));
        }
        PlanNode.Watermark watermark = scan.watermark();
        if (watermark != null) {
            lines.add("watermark of " + scan.schema().name(watermark.timeColumn()) + " = "
                    + text(watermark.expression(), scan.schema())
                    + (scan.withWatermarkColumn() ? ", kept a row" : ""));
            if (watermark.idleTimeoutMillis() > 0) {
                lines.add("idle after " + watermark.idleTimeoutMillis()
                        + " ms without rows; outside the law: rows late by a waking idle split");
            }
        }
        return lines;
    }

    private List<String> calc(Calc calc) {
        Schema input = input(calc);
        List<String> lines = new ArrayList<>();
        Expression condition = calc.condition();
        if (condition != null) {
            lines.add("where " + text(condition, input));
        }
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < calc.projections().size(); i++) {
            String expression = text(calc.projections().get(i), input);
            String name = calc.schema().name(i);
            columns.add(expression.equals(name) ? name : name + " = " + expression);
        }
        lines.add(String.join(", ", columns));
        return lines;
    }

    private List<String> remember(Remember remember) {
        Schema input = input(remember);
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < remember.expressions().size(); i++) {
            columns.add(remember.schema().name(input.size() + i) + " = "
                    + text(remember.expressions().get(i), input));
        }
        return List.of("remembered per row, outside the law: " + String.join(", ", columns));
    }

    private List<String> changelog(FromChangelog changelog) {
        Schema input = input(changelog);
        return List.of("changes of " + input.name(changelog.data())
                + (changelog.old() < 0 ? "" : " before " + input.name(changelog.old()))
                + " by " + input.name(changelog.operation())
                + named(changelog.database(), input)
                + named(changelog.table(), input)
                + (changelog.keep().isEmpty() ? "" : ", keeps " + names(input, changelog.keep())));
    }

    private static String named(@Nullable NameFilter filter, Schema input) {
        return filter == null ? "" : ", " + input.name(filter.column()) + " = '" + filter.name() + "'";
    }

    private List<String> aggregate(Aggregate aggregate) {
        Schema input = input(aggregate);
        List<String> lines = new ArrayList<>();
        lines.add("by " + names(input, aggregate.keys()) + (aggregate.insertOnly() ? ", insert-only input" : ""));
        List<String> calls = new ArrayList<>();
        for (int i = 0; i < aggregate.calls().size(); i++) {
            calls.add(aggregate.schema().name(aggregate.keys().size() + i) + " = "
                    + call(aggregate.calls().get(i), input));
        }
        if (!calls.isEmpty()) {
            lines.add(String.join(", ", calls));
        }
        PlanNode.GroupWindow window = aggregate.window();
        if (window != null) {
            lines.add("until " + input.name(window.endColumn())
                    + (window.finalOnly() ? ", shown once" : ", shown each epoch")
                    + (window.dropState() ? ", then forgotten" : ""));
        }
        return lines;
    }

    private static String call(AggregateCall call, Schema input) {
        String arguments = call.arguments().isEmpty()
                ? "*"
                : call.arguments().stream().map(input::name).collect(Collectors.joining(", "));
        return call.function() + "(" + (call.distinct() ? "DISTINCT " : "") + arguments + ")"
                + (call.filter() < 0 ? "" : " FILTER " + input.name(call.filter()));
    }

    private static String window(WindowSpec window) {
        return window.kind() + " " + window.sizeMicros() + " us"
                + (window.slideMicros() == window.sizeMicros() ? "" : " each " + window.slideMicros() + " us")
                + (window.offsetMicros() == 0 ? "" : " offset " + window.offsetMicros() + " us");
    }

    private List<String> join(Join join) {
        Schema left = plan.node(join.left()).schema();
        Schema right = plan.node(join.right()).schema();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < join.leftKeys().size(); i++) {
            keys.add(left.name(join.leftKeys().get(i))
                    + (join.nullSafe().get(i) ? " <=> " : " = ")
                    + right.name(join.rightKeys().get(i)));
        }
        List<String> lines = new ArrayList<>();
        lines.add(join.kind() + (keys.isEmpty() ? " without keys" : " on " + String.join(" and ", keys)));
        Expression residual = join.residual();
        if (residual != null) {
            lines.add("where " + text(residual, left.concat(right)));
        }
        return lines;
    }

    private static List<String> rank(Rank rank) {
        Schema schema = rank.schema();
        return List.of("rows " + rank.from() + ".." + (rank.to() == Long.MAX_VALUE ? "" : rank.to())
                + (rank.partition().isEmpty() ? "" : " of each " + names(schema, rank.partition()))
                + (rank.order().isEmpty() ? "" : " by ")
                + rank.order().stream().map(key -> key(key, schema)).collect(Collectors.joining(", "))
                + (rank.withNumber() ? ", numbered" : "")
                + (rank.insertOnly() ? ", insert-only input" : ""));
    }

    private static String key(SortKey key, Schema schema) {
        return schema.name(key.column())
                + (key.descending() ? " DESC" : " ASC")
                + (key.nullsFirst() == key.descending() ? (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST") : "");
    }

    private static List<String> names(Schema schema, List<Integer> columns) {
        return columns.stream().map(schema::name).toList();
    }

    /** An expression with the names of its columns. */
    private static String text(Expression expression, Schema input) {
        if (expression instanceof Expression.Column column) {
            return input.name(column.index());
        }
        if (expression instanceof Expression.Call call) {
            String operands = call.operands().stream()
                    .map(operand -> text(operand, input))
                    .collect(Collectors.joining(", "));
            return call.function() + "(" + operands
                    + (call.isConversion() ? " AS " + call.type().sql() : "") + ")";
        }
        return expression.toString();
    }
}
