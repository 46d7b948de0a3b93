package io.alluvium.planner.logical;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/** Leaves out columns that nothing uses, through our own nodes too. Calcite finds the methods by their parameter's type. */
public final class ColumnPruning extends RelFieldTrimmer {
    private ColumnPruning(RelNode query) {
        super(null, CarefulRules.BUILDERS.create(query.getCluster(), null));
    }

    static RelNode of(RelNode query) {
        return new ColumnPruning(query).trim(query);
    }

    /** A rank needs what its reader uses, its partition and its order. */
    public TrimResult trimFields(LogicalRank rank, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
        int fields = rank.numberColumn();
        ImmutableBitSet.Builder needed = fieldsUsed.clear(fields).rebuild();
        rank.partition().forEach(column -> needed.set(column));
        rank.order().getFieldCollations().forEach(item -> needed.set(item.getFieldIndex()));
        TrimResult input = trimChild(rank, rank.getInput(), needed.build(), new LinkedHashSet<>());
        Mapping moved = input.right;
        List<RelFieldCollation> items = new ArrayList<>();
        rank.order()
                .getFieldCollations()
                .forEach(item -> items.add(item.withFieldIndex(moved.getTarget(item.getFieldIndex()))));
        RelCollation order = RelCollations.of(items);
        List<Integer> partition = new ArrayList<>();
        rank.partition().forEach(column -> partition.add(moved.getTarget(column)));
        LogicalRank trimmed = LogicalRank.of(input.left, partition, order, rank.from(), rank.to());
        return result(trimmed, extended(moved, fields, trimmed.getRowType().getFieldCount(), 1), rank);
    }

    /** A window needs what its reader uses and its time column. */
    public TrimResult trimFields(LogicalWindow window, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
        int fields = window.getInput().getRowType().getFieldCount();
        ImmutableBitSet needed =
                fieldsUsed.intersect(ImmutableBitSet.range(fields)).union(ImmutableBitSet.of(window.timeColumn()));
        TrimResult input = trimChild(window, window.getInput(), needed, new LinkedHashSet<>());
        LogicalWindow trimmed = window.over(input.left, input.right.getTarget(window.timeColumn()));
        return result(
                trimmed, extended(input.right, fields, trimmed.getRowType().getFieldCount(), 3), window);
    }

    /** A change envelope needs its parts and the kept columns that its reader uses. */
    public TrimResult trimFields(
            LogicalChangelog changelog, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
        LogicalChangelog.Envelope envelope = changelog.envelope();
        ImmutableBitSet.Builder needed =
                ImmutableBitSet.builder().set(envelope.operation()).set(envelope.data());
        if (envelope.old() >= 0) {
            needed.set(envelope.old());
        }
        if (envelope.database() != null) {
            needed.set(envelope.database().column());
        }
        if (envelope.table() != null) {
            needed.set(envelope.table().column());
        }
        List<Integer> kept = new ArrayList<>();
        int keptBefore = changelog.kept().size();
        Mapping outputs =
                Mappings.create(MappingType.INVERSE_SURJECTION, keptBefore + 1, outputSize(fieldsUsed, keptBefore));
        for (int i = 0; i < keptBefore; i++) {
            if (fieldsUsed.get(i)) {
                outputs.set(i, kept.size());
                kept.add(changelog.kept().get(i));
                needed.set(changelog.kept().get(i));
            }
        }
        outputs.set(keptBefore, kept.size());
        TrimResult input = trimChild(changelog, changelog.getInput(), needed.build(), new LinkedHashSet<>());
        Mapping moved = input.right;
        LogicalChangelog trimmed = LogicalChangelog.of(
                input.left,
                new LogicalChangelog.Envelope(
                        moved.getTarget(envelope.operation()),
                        moved.getTarget(envelope.data()),
                        envelope.old() < 0 ? -1 : moved.getTarget(envelope.old()),
                        moved(envelope.database(), moved),
                        moved(envelope.table(), moved),
                        envelope.key()),
                kept.stream().map(moved::getTarget).toList(),
                changelog.rowData());
        return result(trimmed, outputs, changelog);
    }

    private static int outputSize(ImmutableBitSet fieldsUsed, int keptBefore) {
        return fieldsUsed.intersect(ImmutableBitSet.range(keptBefore)).cardinality() + 1;
    }

    private static LogicalChangelog.@org.jspecify.annotations.Nullable Name moved(
            LogicalChangelog.@org.jspecify.annotations.Nullable Name name, Mapping moved) {
        return name == null ? null : new LogicalChangelog.Name(moved.getTarget(name.column()), name.name());
    }

    /** The mapping of an input's columns, with the node's own columns behind them. */
    private static Mapping extended(Mapping input, int fieldsBefore, int fieldsNow, int own) {
        Mapping mapping = Mappings.create(MappingType.INVERSE_SURJECTION, fieldsBefore + own, fieldsNow);
        for (int i = 0; i < fieldsBefore; i++) {
            int target = input.getTargetOpt(i);
            if (target >= 0) {
                mapping.set(i, target);
            }
        }
        for (int i = 0; i < own; i++) {
            mapping.set(fieldsBefore + i, fieldsNow - own + i);
        }
        return mapping;
    }
}
