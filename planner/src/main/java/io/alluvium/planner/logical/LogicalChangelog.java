package io.alluvium.planner.logical;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.ImmutableIntList;
import org.jspecify.annotations.Nullable;

/** FROM_CHANGELOG over a raw envelope: the kept columns of the input, then row_data. */
public final class LogicalChangelog extends SingleRel {
    private final Envelope envelope;
    private final ImmutableIntList kept;

    /**
     * Where the envelope's parts stand.
     *
     * @param old column or -1
     * @param database column and wanted name, or null for any
     * @param table column and wanted name, or null for any
     * @param key fields of the row that identify it, or empty
     */
    public record Envelope(
            int operation, int data, int old, @Nullable Name database, @Nullable Name table, List<String> key) {
        public Envelope {
            key = List.copyOf(key);
        }
    }

    /** A column that must hold this name. */
    public record Name(int column, String name) {}

    private LogicalChangelog(
            RelOptCluster cluster,
            RelTraitSet traits,
            RelNode input,
            Envelope envelope,
            ImmutableIntList kept,
            RelDataType rowType) {
        super(cluster, traits, input);
        this.envelope = envelope;
        this.kept = kept;
        this.rowType = rowType;
    }

    public static LogicalChangelog of(RelNode input, Envelope envelope, List<Integer> kept, RelDataType rowData) {
        RelOptCluster cluster = input.getCluster();
        List<RelDataTypeField> fields = input.getRowType().getFieldList();
        RelDataType rowType = cluster.getTypeFactory()
                .builder()
                .addAll(kept.stream().map(fields::get).toList())
                .add("row_data", rowData)
                .build();
        return new LogicalChangelog(
                cluster, cluster.traitSetOf(Convention.NONE), input, envelope, ImmutableIntList.copyOf(kept), rowType);
    }

    public Envelope envelope() {
        return envelope;
    }

    /** Columns of the input that are kept, in output order. */
    public ImmutableIntList kept() {
        return kept;
    }

    public RelDataType rowData() {
        return getRowType().getFieldList().get(kept.size()).getType();
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return of(sole(inputs), envelope, kept, rowData());
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("operation", envelope.operation)
                .item("data", envelope.data)
                .itemIf("old", envelope.old, envelope.old >= 0)
                .itemIf("database", envelope.database, envelope.database != null)
                .itemIf("table", envelope.table, envelope.table != null)
                .itemIf("key", envelope.key, !envelope.key.isEmpty())
                .item("kept", kept);
    }
}
