package io.alluvium.planner.physical;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.expression.Expression.Call;
import io.alluvium.core.expression.Expression.Column;
import io.alluvium.core.expression.Expression.Literal;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.FromChangelog;
import io.alluvium.core.plan.PlanNode.NameFilter;
import io.alluvium.core.plan.PlanNode.Normalize;
import io.alluvium.core.plan.PlanNode.WindowAssign;
import io.alluvium.core.plan.PlanNode.WindowKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.planner.bind.BoundTable.Computed;
import io.alluvium.planner.bind.CommonTypes;
import io.alluvium.planner.bind.DataTypes;
import io.alluvium.planner.logical.LogicalChangelog;
import io.alluvium.planner.logical.LogicalChangelog.Envelope;
import io.alluvium.planner.logical.LogicalWindow;
import io.alluvium.planner.physical.TableScans.TableScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.jspecify.annotations.Nullable;

/** Lowers what brings rows in: scans, constant rows, unions, change envelopes and windows. */
final class SourcePlanner {
    static final String ROW_DATA = "row_data";

    /** Columns of an envelope that say from which table its rows are. */
    private static final Set<String> OF_TABLE = Set.of("database", "table");

    private final PhysicalPlanner planner;
    private final Map<String, String> normalized = new HashMap<>();
    private final Map<String, Source> bags = new HashMap<>();

    SourcePlanner(PhysicalPlanner planner) {
        this.planner = planner;
    }

    /**
     * A scanned table.
     *
     * @param columns what each declared column is in the stream's schema; those that nothing uses are never asked for
     */
    record Source(Stream stream, List<Expression> columns) {}

    /** A table's rows; those of a changing table with a key are normalized first. */
    Source scan(BoundTable table, RelNode rel) {
        TableScan scan = planner.scans().scan(table, planner.builder());
        Schema schema = scan.node().schema();
        Stream stream = Stream.plain(scan.node().id(), schema, !table.changing())
                .withHidden(scan.rowTag(), scan.watermarkColumn());
        if (!table.changing()) {
            BoundTable.BoundWatermark watermark = table.watermark();
            Expression time = watermark == null ? null : scan.columns().get(watermark.column());
            return new Source(
                    time instanceof Column column ? stream.withTimes(Set.of(column.index()), Map.of()) : stream,
                    columns(scan.columns()));
        }
        if (table.spec().primaryKey().isEmpty()) {
            return scan.remembered().isEmpty() ? new Source(stream, columns(scan.columns())) : bag(scan, stream, rel);
        }
        List<Integer> keys = new ArrayList<>();
        for (String key : table.spec().primaryKey()) {
            keys.add(((Column) Objects.requireNonNull(scan.columns().get(table.indexOf(key)))).index());
        }
        return new Source(normalize(stream, keys, "", rel), columns(scan.columns()));
    }

    private static List<Expression> columns(List<@Nullable Expression> columns) {
        List<Expression> known = new ArrayList<>();
        for (Expression column : columns) {
            known.add(column == null ? new Column(Stream.NONE, DataType.bigint()) : column);
        }
        return known;
    }

    /** A changing table without a key whose computed columns are not deterministic: they are computed once for each row. */
    private Source bag(TableScan scan, Stream stream, RelNode rel) {
        Source known = bags.get(scan.node().id());
        if (known != null && planner.builder().has(known.stream().node())) {
            return known;
        }
        PhysicalPlanner.Query query = planner.query();
        planner.start(query.under(""));
        Stream rows = stream;
        List<@Nullable Expression> columns = new ArrayList<>(scan.columns());
        for (int column : scan.remembered()) {
            Computed computed = (Computed) scan.table().columns().get(column);
            rows = planner.remembering()
                    .remember(rows, List.of(planner.scans().translated(computed.expression(), columns)), rel);
            columns.set(column, RememberPlanner.lastColumn(rows));
        }
        planner.start(query);
        Source source = new Source(rows, columns(columns));
        bags.put(scan.node().id(), source);
        return source;
    }

    /** Keeps the last image of each key. */
    private Stream normalize(Stream input, List<Integer> keys, String target, RelNode rel) {
        Stream exchanged = exchangeForNormalize(input, keys, target, rel);
        String known = normalized.get(exchanged.node());
        if (known == null || !planner.builder().has(known)) {
            List<String> names = PhysicalPlanner.names(input.schema(), keys);
            known = planner.builder()
                    .add(new Normalize(
                            planner.builder().id(target, "normalize", names, PhysicalPlanner.tables(rel)),
                            exchanged.node(),
                            keys,
                            input.schema()))
                    .id();
            normalized.put(exchanged.node(), known);
        }
        Stream images = exchanged
                .with(known, input.schema(), input.columns())
                .withUniqueKeys(Set.of(new LinkedHashSet<>(keys)))
                .withInsertOnly(false)
                .withHidden(Stream.NONE, Stream.NONE);
        planner.note(images);
        return images;
    }

    private Stream exchangeForNormalize(Stream input, List<Integer> keys, String target, RelNode rel) {
        PhysicalPlanner.Query query = planner.query();
        planner.start(query.under(target));
        Stream exchanged = planner.exchange(input, keys, rel);
        planner.start(query);
        return exchanged;
    }

    Stream values(Values values) {
        Schema schema = DataTypes.schema(values.getRowType());
        List<List<Literal>> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<Literal> row = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                row.add(Literals.of(tuple.get(i), schema.type(i)));
            }
            rows.add(row);
        }
        PlanNode.Values node =
                planner.builder().add(new PlanNode.Values(planner.id("values", List.of(), values), rows, schema));
        Set<Set<Integer>> keys = new LinkedHashSet<>();
        for (int i = 0; i < schema.size(); i++) {
            int column = i;
            if (rows.stream().map(row -> row.get(column)).distinct().count() == rows.size()) {
                keys.add(Set.of(column));
            }
        }
        if (rows.size() <= 1) {
            keys.add(Set.of());
        }
        return Stream.plain(node.id(), schema, true).withUniqueKeys(keys);
    }

    /** UNION ALL; hidden columns stay where all inputs have them; rows that a window has judged are never late. */
    Stream union(Union union, Demand demand) {
        List<Stream> inputs = new ArrayList<>();
        for (RelNode input : union.getInputs()) {
            inputs.add(planner.lower(input, demand));
        }
        return union(inputs, union.getInputs(), DataTypes.schema(union.getRowType()), demand, union);
    }

    Stream union(List<Stream> streams, List<RelNode> rels, Schema visible, Demand demand, RelNode below) {
        boolean rowTag = demand.rowTag() && streams.stream().allMatch(stream -> stream.rowTag() != Stream.NONE);
        boolean watermark = demand.watermark()
                && streams.stream().allMatch(Stream::knowsLateness)
                && streams.stream().anyMatch(stream -> stream.watermark() != Stream.NONE);
        boolean hiddenTime = demand.eventTime()
                && streams.stream().allMatch(stream -> !stream.eventTimes().isEmpty() && !showsTime(stream));
        Demand granted = new Demand(rowTag, watermark, hiddenTime);
        List<Stream> inputs = new ArrayList<>();
        for (int i = 0; i < streams.size(); i++) {
            Stream input = streams.get(i);
            if (watermark && input.watermark() == Stream.NONE) {
                input = neverLate(input, rels.get(i));
            }
            inputs.add(cast(input, visible, granted, rels.get(i)));
        }
        Stream first = inputs.get(0);
        List<Field> fields = new ArrayList<>(visible.fields());
        fields.addAll(
                first.schema().fields().subList(visible.size(), first.schema().size()));
        Schema schema = new Schema(fields);
        PlanNode.Union node = planner.builder()
                .add(new PlanNode.Union(
                        planner.id("union", List.of(), below),
                        inputs.stream().map(Stream::node).toList(),
                        schema));
        Set<Integer> times = new LinkedHashSet<>(first.eventTimes());
        inputs.forEach(input -> times.retainAll(input.eventTimes()));
        Stream result = Stream.plain(node.id(), schema, inputs.stream().allMatch(Stream::insertOnly))
                .with(node.id(), schema, Stream.range(visible.size()))
                .withHidden(
                        rowTag ? visible.size() : Stream.NONE,
                        watermark ? visible.size() + (rowTag ? 1 : 0) : Stream.NONE)
                .withTimes(times, Map.of())
                .withJudged(inputs.stream().allMatch(Stream::judged))
                .withRawEnvelope(inputs.stream().anyMatch(Stream::rawEnvelope));
        return inputs.stream().allMatch(Stream::isSingleWorker) ? result.withPartitions(Set.of(List.of())) : result;
    }

    /** The stream with the watermark that no row is late for. */
    private Stream neverLate(Stream stream, RelNode rel) {
        List<Expression> outputs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < stream.schema().size(); i++) {
            outputs.add(new Column(i, stream.schema().type(i)));
            names.add(stream.schema().name(i));
        }
        outputs.add(new Literal(EpochEnd.NO_PROMISE, DataType.bigint().withNullable(false)));
        names.add(TableScans.WATERMARK);
        Stream wider = planner.calcs().calc(stream, null, outputs, names, Demand.NOTHING, true, rel);
        return wider.with(wider.node(), wider.schema(), stream.columns())
                .withHidden(stream.rowTag(), outputs.size() - 1);
    }

    private static boolean showsTime(Stream stream) {
        return stream.columns().stream().anyMatch(stream.eventTimes()::contains);
    }

    /** The stream with exactly these columns; types are cast where they are held differently. */
    private Stream cast(Stream stream, Schema visible, Demand demand, RelNode rel) {
        List<Expression> outputs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean same = true;
        for (int i = 0; i < visible.size(); i++) {
            int place = stream.at(i);
            DataType from = stream.schema().type(place);
            DataType to = visible.type(i);
            Expression column = new Column(place, from);
            boolean fits =
                    from.sql().equals(to.sql()) || (from instanceof DataType.Text && to instanceof DataType.Text);
            if (!fits && CommonTypes.of(from, to) == null) {
                throw new AlluviumException(
                        ErrorCode.TYPE_MISMATCH,
                        "column " + (i + 1) + " of a UNION is " + from.sql() + " in one query and " + to.sql()
                                + " in another",
                        "CAST it to one type in both");
            }
            same &= fits;
            outputs.add(fits ? column : new Call("CAST", List.of(column), to.withNullable(from.nullable()), null));
            names.add(visible.name(i));
        }
        return same
                ? planner.exact(stream, names, demand, rel)
                : planner.calcs().calc(stream, null, outputs, names, demand, true, rel);
    }

    Stream window(LogicalWindow window, Demand demand) {
        boolean eventTime = planner.trial(() -> isEventTime(window, demand));
        Stream input = planner.lower(window.getInput(), eventTime ? demand.andWatermark() : demand);
        int time = input.at(window.timeColumn());
        List<Field> fields = new ArrayList<>(input.schema().fields());
        int start = fields.size();
        fields.addAll(DataTypes.schema(window.getRowType())
                .fields()
                .subList(input.columns().size(), input.columns().size() + 3));
        Schema schema = new Schema(fields);
        List<Integer> columns = new ArrayList<>(input.columns());
        columns.addAll(List.of(start, start + 1, start + 2));
        String timeName = input.schema().name(time);
        WindowAssign node = planner.builder()
                .add(new WindowAssign(
                        planner.id("window", List.of(timeName), window),
                        input.node(),
                        time,
                        window.window(),
                        input.watermark(),
                        schema));
        if (!eventTime) {
            planner.warnings()
                    .add("nothing bounds the state of the windows over \"" + timeName
                            + "\": it is no event time of rows that only come");
        }
        // Where a zone moves its clock on, hopping windows of different starts end at one instant.
        boolean sharesEnds = window.window().kind() == WindowKind.HOP
                && schema.type(start) instanceof DataType.Temporal bound
                && bound.temporal() == DataType.TemporalKind.TIMESTAMP_LTZ;
        Stream assigned = input.with(node.id(), schema, columns)
                .withUniqueKeys(windowedKeys(input, sharesEnds ? Set.of(start, start + 1) : Set.of(start + 1)))
                .withTwins(Set.of(
                        sharesEnds || window.window().kind() == WindowKind.CUMULATE
                                ? Set.of(start + 1, start + 2)
                                : Set.of(start, start + 1, start + 2)));
        return eventTime
                ? assigned.withTimes(Set.of(start + 2), Map.of(start, start + 1))
                        .withJudged(true)
                : assigned.withTimes(Set.of(), Map.of());
    }

    /** True where rows only come and each tells whether it is late; those of a DISTINCT do not, having several source rows. */
    private boolean isEventTime(LogicalWindow window, Demand demand) {
        Stream plain = planner.lower(window.getInput(), demand);
        return plain.insertOnly()
                && plain.eventTimes().contains(plain.at(window.timeColumn()))
                && planner.lower(window.getInput(), demand.andWatermark()).knowsLateness();
    }

    private static Set<Set<Integer>> windowedKeys(Stream input, Set<Integer> bounds) {
        Set<Set<Integer>> keys = new LinkedHashSet<>();
        for (Set<Integer> key : input.uniqueKeys()) {
            Set<Integer> wider = new LinkedHashSet<>(key);
            wider.addAll(bounds);
            keys.add(wider);
        }
        return keys;
    }

    /** The changes in an envelope; with a key also the last image of each. */
    Stream changelog(LogicalChangelog changelog) {
        Envelope envelope = changelog.envelope();
        Stream input = planner.lower(changelog.getInput(), Demand.NOTHING);
        if (envelope.key().isEmpty()) {
            refuseKept(changelog);
        }
        List<Integer> kept = input.at(changelog.kept());
        List<Field> fields = new ArrayList<>();
        kept.forEach(place -> fields.add(input.schema().fields().get(place)));
        fields.add(new Field(ROW_DATA, DataTypes.of(changelog.rowData())));
        Schema schema = new Schema(fields);
        FromChangelog node = planner.builder()
                .add(new FromChangelog(
                        planner.id("changes", names(envelope), changelog),
                        input.node(),
                        input.at(envelope.operation()),
                        input.at(envelope.data()),
                        envelope.old() < 0 ? -1 : input.at(envelope.old()),
                        filter(envelope.database(), input),
                        filter(envelope.table(), input),
                        kept,
                        schema));
        Stream changes = Stream.plain(node.id(), schema, false);
        if (envelope.key().isEmpty()) {
            planner.warnings()
                    .add("the changes of " + String.join(", ", PhysicalPlanner.tables(changelog))
                            + " are read without a key: the log must be read from its beginning, and repeats count");
            return changes;
        }
        return keyed(changes, envelope.key(), changelog);
    }

    /** Without a key a row that goes is known by its values; those of its message are not those of the one that it came with. */
    private static void refuseKept(LogicalChangelog changelog) {
        List<String> names = changelog.getInput().getRowType().getFieldNames();
        for (int column : changelog.kept()) {
            if (!OF_TABLE.contains(names.get(column))) {
                throw new AlluviumException(
                        ErrorCode.QUERY_INVALID,
                        "column \"" + names.get(column)
                                + "\" beside FROM_CHANGELOG without a key has another value in the message "
                                + "that takes a row away than in the one that brought it",
                        "add key => '..' with the fields that identify a row, by which the first value is remembered, or leave "
                                + "the column out");
            }
        }
    }

    private static List<String> names(Envelope envelope) {
        List<String> names = new ArrayList<>();
        if (envelope.database() != null) {
            names.add(envelope.database().name());
        }
        if (envelope.table() != null) {
            names.add(envelope.table().name());
        }
        return names;
    }

    private static @Nullable NameFilter filter(LogicalChangelog.@Nullable Name name, Stream input) {
        return name == null ? null : new NameFilter(input.at(name.column()), name.name());
    }

    private Stream keyed(Stream changes, List<String> key, LogicalChangelog rel) {
        int visible = changes.schema().size();
        Column rowData = new Column(visible - 1, changes.schema().type(visible - 1));
        List<Expression> outputs = new ArrayList<>(PhysicalPlanner.inputs(changes));
        List<String> names = new ArrayList<>();
        changes.schema().fields().forEach(field -> names.add(field.name()));
        Map<String, Integer> texts = new LinkedHashMap<>();
        List<Integer> keys = new ArrayList<>();
        for (String field : key) {
            texts.put(field, outputs.size());
            keys.add(outputs.size());
            outputs.add(new Call("ITEM", List.of(rowData, Literals.text(field)), DataType.string(), null));
            names.add("$" + field);
        }
        Stream withKeys = planner.calcs().calc(changes, null, outputs, names, Demand.NOTHING, true, rel);
        Stream normalized = normalize(withKeys, keys, planner.query().target(), rel);
        return normalized
                .with(normalized.node(), normalized.schema(), Stream.range(visible))
                .withKeyTexts(texts);
    }
}
