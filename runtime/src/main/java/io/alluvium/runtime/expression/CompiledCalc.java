package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.DoubleColumn;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.Int128Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled filter and projection. Columns that are only passed on are not copied unless rows were filtered out. An instance
 * belongs to one thread.
 */
public final class CompiledCalc {
    private final Kernel kernel;
    private final boolean filters;
    private final List<Expression> projections;
    /** For each projection the kernel's output, or -1 for a column or literal. */
    private final int[] outputs;

    private final Schema schema;
    private int[] selected = new int[0];

    CompiledCalc(Kernel kernel, boolean filters, List<Expression> projections, int[] outputs, Schema schema) {
        this.kernel = kernel;
        this.filters = filters;
        this.projections = projections;
        this.outputs = outputs;
        this.schema = schema;
    }

    public Schema schema() {
        return schema;
    }

    /** The rows that fulfil the condition, projected; null when there are none. Rows that fail are reported and left out. */
    public @Nullable RowBatch apply(RowBatch in, FunctionContext context, RowErrors errors) {
        int count = in.size();
        int[] rows = null;
        kernel.start(in, context);
        if (filters) {
            if (selected.length < count) {
                selected = new int[Math.max(count, RowBatch.TARGET_ROWS)];
            }
            int chosen = kernel.select(count, selected);
            if (kernel.hasFailures()) {
                kernel.reportFailures(in, null, count, errors); // a failed row was not selected
            }
            if (chosen < count) {
                rows = selected;
                count = chosen;
            }
        }
        if (count == 0) {
            return null;
        }
        Column[] columns = new Column[outputs.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = outputs[i] >= 0
                    ? kernel.project(outputs[i], rows, count)
                    : passed(projections.get(i), in, rows, count);
        }
        RowBatch out = new RowBatch(schema, List.of(columns), count, gatherWeights(in.weights(), rows, count));
        if (!kernel.hasFailures()) {
            return out;
        }
        int[] good = kernel.reportFailures(in, rows, count, errors);
        return good.length == 0 ? null : out.gather(good, good.length);
    }

    private static long @Nullable [] gatherWeights(long @Nullable [] weights, int @Nullable [] rows, int count) {
        if (weights == null || rows == null) {
            return weights;
        }
        long[] chosen = new long[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = weights[rows[i]];
        }
        return chosen;
    }

    private static Column passed(Expression expression, RowBatch in, int @Nullable [] rows, int count) {
        if (expression instanceof Expression.Column column) {
            Column values = in.column(column.index());
            return rows == null ? values : values.gather(rows, count);
        }
        return constant((Expression.Literal) expression, count);
    }

    static Column constant(Expression.Literal literal, int count) {
        Object value = literal.value();
        if (value == null) {
            return Kernel.nulls(literal.type(), count);
        }
        return switch (literal.type().kind()) {
            case LONG -> {
                long[] values = new long[count];
                Arrays.fill(values, (Long) value);
                yield new LongColumn(values, null);
            }
            case DOUBLE -> {
                double[] values = new double[count];
                Arrays.fill(values, (Double) value);
                yield new DoubleColumn(values, null);
            }
            case INT128 -> {
                long[] high = new long[count];
                long[] low = new long[count];
                Arrays.fill(high, ((Int128) value).high());
                Arrays.fill(low, ((Int128) value).low());
                yield new Int128Column(high, low, null);
            }
            case BYTES -> {
                byte[] data = (byte[]) value;
                int[] lengths = new int[count];
                Arrays.fill(lengths, data.length);
                yield new BytesColumn(data, new int[count], lengths, null);
            }
        };
    }
}
