package io.alluvium.planner.logical;

import io.alluvium.core.plan.PlanNode.WindowSpec;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;

/** TUMBLE, HOP or CUMULATE: the input's columns, then window_start, window_end and window_time. */
public final class LogicalWindow extends SingleRel {
    private final int timeColumn;
    private final WindowSpec window;

    private LogicalWindow(
            RelOptCluster cluster,
            RelTraitSet traits,
            RelNode input,
            int timeColumn,
            WindowSpec window,
            RelDataType rowType) {
        super(cluster, traits, input);
        this.timeColumn = timeColumn;
        this.window = window;
        this.rowType = rowType;
    }

    public static LogicalWindow of(RelNode input, int timeColumn, WindowSpec window, List<RelDataType> bounds) {
        RelOptCluster cluster = input.getCluster();
        RelDataType rowType = cluster.getTypeFactory()
                .builder()
                .addAll(input.getRowType().getFieldList())
                .add("window_start", bounds.get(0))
                .add("window_end", bounds.get(1))
                .add("window_time", bounds.get(2))
                .build();
        return new LogicalWindow(cluster, cluster.traitSetOf(Convention.NONE), input, timeColumn, window, rowType);
    }

    /** The same window over another input. */
    public LogicalWindow over(RelNode newInput, int newTimeColumn) {
        int bounds = getRowType().getFieldCount() - 3;
        return of(
                newInput,
                newTimeColumn,
                window,
                getRowType().getFieldList().subList(bounds, bounds + 3).stream()
                        .map(field -> field.getType())
                        .toList());
    }

    public int timeColumn() {
        return timeColumn;
    }

    public WindowSpec window() {
        return window;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return over(sole(inputs), timeColumn);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("time", timeColumn)
                .item("window", window.kind())
                .item("size", window.sizeMicros())
                .itemIf("slide", window.slideMicros(), window.slideMicros() != window.sizeMicros())
                .itemIf("offset", window.offsetMicros(), window.offsetMicros() != 0);
    }
}
