package io.alluvium.planner.physical;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.expression.Expression.Literal;
import io.alluvium.core.plan.PlanNode.Calc;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.Binder;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.planner.bind.CommonTypes;
import io.alluvium.planner.logical.LogicalRank;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Lowers filters and projections: a chain of them becomes one Calc, or none where nothing changes. */
final class CalcPlanner {
    private final PhysicalPlanner planner;

    CalcPlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    Stream lower(RelNode rel, Demand demand) {
        Chain chain = Chain.of(rel);
        if (chain.base() instanceof TableScan scan) {
            BoundTable table = Binder.table(scan.getTable());
            planner.scans().use(table, chain.used(), demand);
            SourcePlanner.Source source = planner.sources().scan(table, scan);
            return calc(
                    source.stream(),
                    source.columns(),
                    chain.condition(),
                    chain.projections(),
                    chain.names(),
                    demand,
                    false,
                    rel);
        }
        if (chain.base() instanceof LogicalRank rank) {
            return planner.ranks().lower(rank, chain, demand, rel);
        }
        Stream input = planner.lower(chain.base(), demand);
        return calc(
                input,
                PhysicalPlanner.inputs(input),
                chain.condition(),
                chain.projections(),
                chain.names(),
                demand,
                false,
                rel);
    }

    /**
     * A Calc over a stream.
     *
     * @param inputs what an input reference of condition and projections stands for
     * @param exact the output has the projections and hidden columns only, in order
     */
    Stream calc(
            Stream input,
            List<Expression> inputs,
            @Nullable RexNode condition,
            List<RexNode> projections,
            List<String> names,
            Demand demand,
            boolean exact,
            RelNode rel) {
        RexTranslator translator = planner.translator(inputs);
        Expression filter = condition == null ? null : translator.translate(condition);
        if (filter instanceof Literal literal && Long.valueOf(1).equals(literal.value())) {
            filter = null;
        }
        List<Expression> outputs = new ArrayList<>();
        projections.forEach(projection -> outputs.add(translator.translate(projection)));
        return calc(input, filter, outputs, names, demand, exact, rel);
    }

    Stream calc(
            Stream input,
            @Nullable Expression filter,
            List<Expression> outputs,
            List<String> names,
            Demand demand,
            boolean exact,
            RelNode rel) {
        if (planner.remembering().isNeeded(input, filter, outputs)) {
            RememberPlanner.Remembered over = planner.remembering().remembered(input, filter, outputs, demand, rel);
            return calc(over.stream(), over.filter(), over.outputs(), names, demand, exact, rel);
        }
        List<Integer> hidden = hidden(input, outputs, demand);
        Demand granted = demand.grantedBy(input);
        if (filter == null && !exact && keepsAll(input, outputs, hidden)) {
            List<Integer> columns = new ArrayList<>();
            outputs.forEach(output -> columns.add(((Column) output).index()));
            return input.with(input.node(), input.schema(), columns)
                    .withHidden(
                            granted.rowTag() ? input.rowTag() : Stream.NONE,
                            granted.watermark() ? input.watermark() : Stream.NONE);
        }
        List<Expression> all = new ArrayList<>(outputs);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            fields.add(new Field(names.get(i), outputs.get(i).type()));
        }
        for (int place : hidden) {
            all.add(new Column(place, input.schema().type(place)));
            fields.add(input.schema().fields().get(place));
        }
        Schema schema = new Schema(fields);
        Calc calc =
                planner.builder().add(new Calc(planner.id("calc", List.of(), rel), input.node(), filter, all, schema));
        Map<Integer, Integer> moves = moves(all);
        Map<Integer, Integer> textMoves = textMoves(input, all, moves);
        Map<Integer, Integer> keyMoves = keyMoves(all, textMoves);
        Stream output = input.moved(
                        calc.id(),
                        schema,
                        Stream.range(outputs.size()),
                        place -> moves.getOrDefault(place, Stream.NONE))
                .withUniqueKeys(input.withUniqueKeys(keysBeside(constants(filter), input))
                        .movedKeys(place -> keyMoves.getOrDefault(place, Stream.NONE)))
                .withTogether(together(input, place -> textMoves.getOrDefault(place, Stream.NONE)))
                .withHidden(
                        granted.rowTag() ? outputs.size() : Stream.NONE,
                        granted.watermark() ? outputs.size() + (granted.rowTag() ? 1 : 0) : Stream.NONE);
        if (planner.determinism().varies(filter) || outputs.stream().anyMatch(planner.determinism()::varies)) {
            planner.noteOutsideLaw(calc.id());
        }
        planner.note(output);
        return output;
    }

    /** The columns that a filter gives one value. */
    private static Set<Integer> constants(@Nullable Expression filter) {
        Set<Integer> constants = new LinkedHashSet<>();
        if (filter instanceof Call call && call.function().equals("AND")) {
            call.operands().forEach(conjunct -> constants.addAll(constants(conjunct)));
        }
        if (filter instanceof Call call && call.function().equals("=")) {
            Expression left = call.operands().get(0);
            Expression right = call.operands().get(1);
            if (left instanceof Column column && right instanceof Literal) {
                constants.add(column.index());
            } else if (left instanceof Literal && right instanceof Column column) {
                constants.add(column.index());
            }
        }
        return constants;
    }

    /** The unique keys, and those that are left of them where some columns have one value. */
    private static Set<Set<Integer>> keysBeside(Set<Integer> constants, Stream input) {
        Set<Set<Integer>> keys = new LinkedHashSet<>(input.uniqueKeys());
        for (Set<Integer> key : input.uniqueKeys()) {
            Set<Integer> left = new LinkedHashSet<>(key);
            if (left.removeAll(constants)) {
                keys.add(left);
            }
        }
        return keys;
    }

    /** The input's columns that go behind the outputs: row tag, watermark, event time. */
    private static List<Integer> hidden(Stream input, List<Expression> outputs, Demand demand) {
        Demand granted = demand.grantedBy(input);
        List<Integer> hidden = new ArrayList<>();
        if (granted.rowTag()) {
            hidden.add(input.rowTag());
        }
        if (granted.watermark()) {
            hidden.add(input.watermark());
        }
        boolean visible = outputs.stream()
                .anyMatch(output ->
                        output instanceof Column column && input.eventTimes().contains(column.index()));
        if (granted.eventTime() && !visible) {
            hidden.add(Collections.min(input.eventTimes()));
        }
        return hidden;
    }

    /** True where the outputs are the input's columns and no column of it is left out. */
    private static boolean keepsAll(Stream input, List<Expression> outputs, List<Integer> hidden) {
        Set<Integer> kept = new LinkedHashSet<>(hidden);
        for (Expression output : outputs) {
            if (!(output instanceof Column column)) {
                return false;
            }
            kept.add(column.index());
        }
        return kept.size() == input.schema().size();
    }

    /** Where each input column goes. */
    private static Map<Integer, Integer> moves(List<Expression> outputs) {
        Map<Integer, Integer> moves = new HashMap<>();
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i) instanceof Column column) {
                moves.putIfAbsent(column.index(), i);
            }
        }
        return moves;
    }

    /** The same, and a field of row_data that is a key goes where the field goes, which may have another form there. */
    private static Map<Integer, Integer> textMoves(
            Stream input, List<Expression> outputs, Map<Integer, Integer> moves) {
        Map<Integer, Integer> textMoves = new HashMap<>(moves);
        for (int i = 0; i < outputs.size(); i++) {
            String field = input.keyTexts().isEmpty() ? null : rowDataField(input, outputs.get(i));
            Integer key = field == null ? null : input.keyTexts().get(field);
            if (key != null) {
                textMoves.putIfAbsent(key, i);
            }
        }
        return textMoves;
    }

    private static Set<List<Integer>> together(Stream input, IntUnaryOperator to) {
        Set<List<Integer>> together = Stream.movedLists(input.together(), to);
        together.addAll(Stream.movedLists(input.partitions(), to));
        return together;
    }

    /** The same for unique keys, which also survive a cast that loses nothing. */
    private static Map<Integer, Integer> keyMoves(List<Expression> outputs, Map<Integer, Integer> moves) {
        Map<Integer, Integer> keyMoves = new HashMap<>(moves);
        for (int i = 0; i < outputs.size(); i++) {
            Column column = outputs.get(i) instanceof Call call ? keptColumn(call) : null;
            if (column != null) {
                keyMoves.putIfAbsent(column.index(), i);
            }
        }
        return keyMoves;
    }

    /** The column of a cast, or of casts in casts, that gives different values for different ones; else null. */
    private static @Nullable Column keptColumn(Call call) {
        Expression operand = call.operands().isEmpty() ? call : call.operands().get(0);
        boolean keeps =
                switch (call.function()) {
                    case "CAST" -> CommonTypes.keepsDifferences(operand.type(), call.type());
                    case "ASSIGN" -> CommonTypes.assignmentKeepsDifferences(operand.type(), call.type());
                    default -> false;
                };
        if (!keeps) {
            return null;
        }
        return operand instanceof Column column ? column : operand instanceof Call inner ? keptColumn(inner) : null;
    }

    /** The name in {@code row_data['name']}, also inside casts that keep different keys different, or null. */
    private static @Nullable String rowDataField(Stream input, Expression expression) {
        if (expression instanceof Call cast && cast.function().equals("ASSIGN")) {
            Expression operand = cast.operands().get(0);
            boolean keeps = CommonTypes.assignmentKeepsDifferences(operand.type(), cast.type());
            return keeps ? rowDataField(input, operand) : null;
        }
        if (expression instanceof Call cast && cast.function().equals("CAST")) {
            Expression operand = cast.operands().get(0);
            return keepsKeys(operand.type(), cast.type()) ? rowDataField(input, operand) : null;
        }
        if (expression instanceof Call item
                && item.function().equals("ITEM")
                && item.operands().get(0) instanceof Column map
                && input.schema().name(map.index()).equals(SourcePlanner.ROW_DATA)
                && item.operands().get(1) instanceof Literal name
                && name.value() instanceof byte[] text) {
            return new String(text, StandardCharsets.UTF_8);
        }
        return null;
    }

    /** A log writes a number in one form, and a text of another number than the type holds fails; TRY_CAST makes it NULL. */
    private static boolean keepsKeys(DataType from, DataType to) {
        boolean exact = to.isInteger() || to instanceof DataType.Decimal;
        return CommonTypes.keepsDifferences(from, to) || (from instanceof DataType.Text && exact);
    }
}
