package io.alluvium.planner.logical;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableIntList;

/**
 * The rows of each partition whose ROW_NUMBER in an order lies in [from, to]: the input's columns, then the number. Comes from
 * ROW_NUMBER() OVER (..) and from ORDER BY .. LIMIT.
 */
public final class LogicalRank extends SingleRel {
    public static final long ALL = Long.MAX_VALUE;

    private final ImmutableIntList partition;
    private final RelCollation order;
    private final long from;
    private final long to;

    private LogicalRank(
            RelOptCluster cluster,
            RelTraitSet traits,
            RelNode input,
            ImmutableIntList partition,
            RelCollation order,
            long from,
            long to) {
        super(cluster, traits, input);
        this.partition = partition;
        this.order = order;
        this.from = from;
        this.to = to;
    }

    public static LogicalRank of(RelNode input, List<Integer> partition, RelCollation order, long from, long to) {
        RelOptCluster cluster = input.getCluster();
        return new LogicalRank(
                cluster,
                cluster.traitSetOf(org.apache.calcite.plan.Convention.NONE),
                input,
                ImmutableIntList.copyOf(partition),
                order,
                from,
                to);
    }

    public ImmutableIntList partition() {
        return partition;
    }

    public RelCollation order() {
        return order;
    }

    public long from() {
        return from;
    }

    public long to() {
        return to;
    }

    /** Position of the number: behind the input's columns. */
    public int numberColumn() {
        return getInput().getRowType().getFieldCount();
    }

    @Override
    protected RelDataType deriveRowType() {
        return getCluster()
                .getTypeFactory()
                .builder()
                .addAll(getInput().getRowType().getFieldList())
                .add("$number", SqlTypeName.BIGINT)
                .build();
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new LogicalRank(getCluster(), traits, sole(inputs), partition, order, from, to);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("partition", partition)
                .item("order", order)
                .item("rows", from + ".." + (to == ALL ? "" : to));
    }
}
