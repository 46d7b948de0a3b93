package io.alluvium.runtime.engine;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.expression.CompiledCalc;
import io.alluvium.runtime.expression.CompiledExpression;
import io.alluvium.runtime.expression.ExpressionCompiler;
import io.alluvium.runtime.operator.FailedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Computed columns and watermarks of scans by the expression compiler. */
public final class CompiledScanFunctions implements ScanFunctions {

    @Override
    public Columns computed(PlanNode.Scan scan, OperatorContext context) {
        List<CompiledCalc> stages = stages(scan);
        FailedRows failures = new FailedRows(context);
        return rows -> {
            RowBatch now = rows;
            for (CompiledCalc stage : stages) {
                now = stage.apply(now, context, failures);
                if (now == null) {
                    return null;
                }
            }
            return now;
        };
    }

    @Override
    public WatermarkFunction watermark(PlanNode.Scan scan, OperatorContext context) {
        PlanNode.Watermark watermark = Objects.requireNonNull(scan.watermark(), scan.id());
        List<Field> fields = scan.schema().fields();
        int visible = fields.size() - (scan.withWatermarkColumn() ? 1 : 0);
        CompiledExpression expression =
                ExpressionCompiler.expression(new Schema(fields.subList(0, visible)), watermark.expression());
        return (rows, promises) -> {
            LongColumn values = (LongColumn) expression.evaluate(rows, context, (batch, row, error) -> {
                // a watermark that cannot be evaluated promises nothing; the row itself is good
            });
            for (int row = 0; row < rows.size(); row++) {
                promises[row] = values.isNull(row) ? EpochEnd.NO_PROMISE : values.values()[row];
            }
        };
    }

    /** A column may use the computed ones before it, so those have to be there: a new stage begins at each that does. */
    private static List<CompiledCalc> stages(PlanNode.Scan scan) {
        List<Field> fields = scan.schema().fields();
        int width = scan.physicalColumns().size() + scan.metadataKeys().size();
        int end = width + scan.computed().size();
        List<CompiledCalc> stages = new ArrayList<>();
        List<Expression> projections = passed(fields, width);
        int input = width;
        for (int column = width; column < end; column++) {
            Expression expression = scan.computed().get(column - width);
            if (lastColumn(expression) >= input) {
                stages.add(stage(fields, input, projections));
                input = column;
                projections = passed(fields, column);
            }
            projections.add(expression);
        }
        stages.add(stage(fields, input, projections));
        return List.copyOf(stages);
    }

    private static CompiledCalc stage(List<Field> fields, int input, List<Expression> projections) {
        return ExpressionCompiler.compile(
                new Schema(fields.subList(0, input)),
                null,
                projections,
                new Schema(fields.subList(0, projections.size())));
    }

    private static List<Expression> passed(List<Field> fields, int width) {
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            columns.add(new Expression.Column(i, fields.get(i).type()));
        }
        return columns;
    }

    private static int lastColumn(Expression expression) {
        int[] last = {-1};
        expression.visit(each -> {
            if (each instanceof Expression.Column column) {
                last[0] = Math.max(last[0], column.index());
            }
        });
        return last[0];
    }
}
