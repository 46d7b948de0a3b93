package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.plan.PlanNode.Remember;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/**
 * Where rows change, what is not deterministic is computed once for each row and remembered: at the row's removal the clock, or
 * the dice, would say something else, and what was added would stay.
 */
final class RememberPlanner {
    private final PhysicalPlanner planner;

    RememberPlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    /** True where filter or outputs must be remembered. */
    boolean isNeeded(Stream input, @Nullable Expression filter, List<Expression> outputs) {
        Determinism determinism = planner.determinism();
        return !input.insertOnly()
                && (determinism.varies(filter) || outputs.stream().anyMatch(determinism::varies));
    }

    /** A filter and outputs that compute nothing but what is deterministic, over a stream. */
    record Remembered(Stream stream, @Nullable Expression filter, List<Expression> outputs) {}

    /**
     * Puts what is not deterministic into columns. Conditions keep their order: those before the first that is not deterministic
     * are judged first, the rest is remembered as one; outputs are computed for the rows that are left.
     */
    Remembered remembered(
            Stream input, @Nullable Expression filter, List<Expression> outputs, Demand demand, RelNode rel) {
        List<Expression> first = new ArrayList<>();
        List<Expression> rest = new ArrayList<>();
        for (Expression conjunct : conjuncts(filter)) {
            boolean stays = rest.isEmpty() && !planner.determinism().varies(conjunct);
            (stays ? first : rest).add(conjunct);
        }
        List<Expression> used = new ArrayList<>(rest);
        used.addAll(outputs);
        Narrowed narrowed = narrowed(input, all(first), used, demand, rel);
        if (rest.isEmpty()) {
            return outputs(narrowed.stream, null, narrowed.mapped(outputs), rel);
        }
        warnOfCondition(rest, rel);
        Expression condition = narrowed.mapped(conjunction(rest));
        Stream judged = remember(narrowed.stream, List.of(condition), rel);
        Expression verdict = lastColumn(judged);
        List<Expression> left = narrowed.mapped(outputs);
        if (left.stream().noneMatch(planner.determinism()::varies)) {
            return new Remembered(judged, verdict, left);
        }
        Narrowed passed = narrowed(judged, verdict, left, demand, rel);
        return outputs(passed.stream, null, passed.mapped(left), rel);
    }

    private Remembered outputs(Stream input, @Nullable Expression filter, List<Expression> outputs, RelNode rel) {
        List<Expression> varying =
                outputs.stream().filter(planner.determinism()::varies).toList();
        Stream stream = remember(input, varying, rel);
        List<Expression> columns = new ArrayList<>();
        int next = input.schema().size();
        for (Expression output : outputs) {
            columns.add(planner.determinism().varies(output) ? new Column(next++, output.type()) : output);
        }
        return new Remembered(stream, filter, columns);
    }

    /** The stream with a column more for each expression, which keeps its value until the row is gone. */
    Stream remember(Stream input, List<Expression> expressions, RelNode rel) {
        Stream exchanged = input.partitions().isEmpty() ? planner.exchange(input, identity(input), rel) : input;
        List<Field> fields = new ArrayList<>(input.schema().fields());
        Set<String> taken = new TreeSet<>();
        fields.forEach(field -> taken.add(field.name()));
        int number = 0;
        for (Expression expression : expressions) {
            String name = "$once" + number++;
            while (!taken.add(name)) {
                name = "$once" + number++;
            }
            fields.add(new Field(name, expression.type()));
        }
        Schema schema = new Schema(fields);
        Remember node = planner.builder()
                .add(new Remember(planner.id("remember", List.of(), rel), exchanged.node(), expressions, schema));
        Stream stream = exchanged.with(node.id(), schema, exchanged.columns());
        planner.note(stream);
        return stream;
    }

    /** The last column of a stream that was just remembered. */
    static Column lastColumn(Stream stream) {
        int place = stream.schema().size() - 1;
        return new Column(place, stream.schema().type(place));
    }

    /** The columns that tell a row from others: its shortest key, else all. */
    private static List<Integer> identity(Stream input) {
        Set<Integer> key = shortestKey(input);
        return key == null ? Stream.range(input.schema().size()) : List.copyOf(new TreeSet<>(key));
    }

    private static @Nullable Set<Integer> shortestKey(Stream input) {
        return input.uniqueKeys().stream()
                .min(Comparator.<Set<Integer>>comparingInt(Set::size)
                        .thenComparing(key -> new TreeSet<>(key).toString()))
                .orElse(null);
    }

    /**
     * A stream without the rows that do not fulfil a condition and without columns that neither the expressions use nor the rows
     * are known by.
     *
     * @param places where each column of the input went
     */
    private record Narrowed(Stream stream, List<Integer> places) {
        Expression mapped(Expression expression) {
            return expression.mapColumns(places::indexOf);
        }

        List<Expression> mapped(List<Expression> expressions) {
            return expressions.stream().map(this::mapped).toList();
        }
    }

    private Narrowed narrowed(
            Stream input, @Nullable Expression filter, List<Expression> used, Demand demand, RelNode rel) {
        TreeSet<Integer> kept = new TreeSet<>();
        Set<Integer> key = shortestKey(input);
        kept.addAll(key == null ? Stream.range(input.schema().size()) : key);
        input.partitions().stream()
                .min(Comparator.<List<Integer>>comparingInt(List::size).thenComparing(List::toString))
                .ifPresent(kept::addAll);
        used.forEach(expression -> expression.visit(part -> {
            if (part instanceof Column column) {
                kept.add(column.index());
            }
        }));
        Demand granted = demand.grantedBy(input);
        if (granted.rowTag()) {
            kept.add(input.rowTag());
        }
        if (granted.watermark()) {
            kept.add(input.watermark());
        }
        if (granted.eventTime()) {
            kept.addAll(input.eventTimes());
        }
        if (filter == null && kept.size() == input.schema().size()) {
            return new Narrowed(input, Stream.range(input.schema().size()));
        }
        List<Integer> places = List.copyOf(kept);
        List<Expression> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int place : places) {
            columns.add(new Column(place, input.schema().type(place)));
            names.add(input.schema().name(place));
        }
        Stream narrow = planner.calcs().calc(input, filter, columns, names, Demand.NOTHING, true, rel);
        return new Narrowed(
                narrow.withHidden(
                        granted.rowTag() ? places.indexOf(input.rowTag()) : Stream.NONE,
                        granted.watermark() ? places.indexOf(input.watermark()) : Stream.NONE),
                places);
    }

    private static List<Expression> conjuncts(@Nullable Expression filter) {
        if (filter == null) {
            return List.of();
        }
        return filter instanceof Call call && call.function().equals("AND") ? call.operands() : List.of(filter);
    }

    private static @Nullable Expression all(List<Expression> conjuncts) {
        return conjuncts.isEmpty() ? null : conjunction(conjuncts);
    }

    private static Expression conjunction(List<Expression> conjuncts) {
        boolean nullable =
                conjuncts.stream().anyMatch(conjunct -> conjunct.type().nullable());
        return conjuncts.size() == 1
                ? conjuncts.get(0)
                : new Call("AND", conjuncts, DataType.bool().withNullable(nullable), null);
    }

    private void warnOfCondition(List<Expression> conditions, RelNode rel) {
        Call call = null;
        for (Expression condition : conditions) {
            call = call == null ? planner.determinism().varyingCall(condition) : call;
        }
        String name = call == null ? "" : call.function();
        planner.warnings()
                .add("a condition with " + name + " over the changing rows of "
                        + String.join(", ", PhysicalPlanner.tables(rel))
                        + " is judged once for each row, when the row comes: not again as time goes on");
    }

    /** Where a value cannot be remembered: the pairs of a join. */
    void refuseInJoin(Expression residual) {
        Call call = planner.determinism().varyingCall(residual);
        if (call != null) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    call.position(),
                    "the join condition calls " + call.function()
                            + ", which is not deterministic, for pairs of rows that change",
                    "compute it in a sub-query below the join, where it is remembered for each row: JOIN (SELECT .., "
                            + call.function() + "(..) AS x FROM ..)",
                    null);
        }
    }
}
