package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.Output;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.BytesColumn;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.expression.CompiledExpression;
import io.alluvium.runtime.expression.ExpressionCompiler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns each element of a collection into a row. Input: any changes. Output: the input's columns, the element's columns, where
 * asked the ordinality, under the input row's weight, at once. State: none. A collection that is NULL has no elements.
 */
public final class UnnestOperator implements Operator {
    private final PlanNode.Unnest unnest;
    private final DataType collectionType;
    private final int inputColumns;
    private final CompiledExpression collection;
    private final ColumnBuilder[] elements;
    /** Reads an element that is a ROW, else null. */
    private final @Nullable RowCodec rowElement;

    private int[] sources = new int[RowBatch.TARGET_ROWS];
    private int count;
    private @Nullable OperatorContext context;
    private @Nullable FailedRows failures;

    public UnnestOperator(PlanNode.Unnest unnest, Schema input) {
        this.unnest = unnest;
        this.collectionType = unnest.collection().type();
        this.inputColumns = input.size();
        this.collection = ExpressionCompiler.expression(input, unnest.collection());
        int added = unnest.schema().size() - inputColumns - (unnest.withOrdinality() ? 1 : 0);
        this.elements = new ColumnBuilder[added];
        for (int i = 0; i < added; i++) {
            elements[i] =
                    new ColumnBuilder(unnest.schema().type(inputColumns + i).kind());
        }
        boolean rows = collectionType instanceof DataType.Array array && array.element() instanceof DataType.Row;
        this.rowElement = rows ? RowCodec.of((DataType.Row) ((DataType.Array) collectionType).element()) : null;
    }

    @Override
    public void open(OperatorContext newContext) {
        context = newContext;
        failures = new FailedRows(newContext);
    }

    @Override
    public void process(int port, RowBatch batch, Output output) {
        if (context == null || failures == null) {
            throw new IllegalStateException("operator " + unnest.id() + " is not open");
        }
        BitSet failed = new BitSet();
        FailedRows deadLetters = failures;
        Column values = collection.evaluate(batch, context, (in, row, error) -> {
            failed.set(row);
            deadLetters.failed(in, row, error);
        });
        ColumnBuilder ordinality = new ColumnBuilder(ColumnKind.LONG);
        BytesColumn collections = (BytesColumn) values;
        for (int row = 0; row < batch.size(); row++) {
            if (failed.get(row)) {
                continue;
            }
            int size = values.isNull(row) ? 0 : sizeOf(collections, row);
            for (int i = 0; i < size; i++) {
                append(collections, row, size, i);
                add(row);
                ordinality.appendLong(i + 1L);
                if (count == RowBatch.TARGET_ROWS) {
                    flush(batch, ordinality, output);
                }
            }
            if (size == 0 && unnest.outer()) {
                for (ColumnBuilder element : elements) {
                    element.appendNull();
                }
                add(row);
                ordinality.appendNull();
            }
            if (count >= RowBatch.TARGET_ROWS) {
                flush(batch, ordinality, output);
            }
        }
        flush(batch, ordinality, output);
    }

    @Override
    public void endEpoch(EpochEnd epoch, Output output) {
        // linear: everything was emitted as it came
    }

    private void add(int row) {
        if (count == sources.length) {
            sources = Arrays.copyOf(sources, count * 2);
        }
        sources[count++] = row;
    }

    private int sizeOf(BytesColumn collections, int row) {
        int start = collections.starts()[row];
        return NestedValues.arraySize(
                collections.data(), collectionType instanceof DataType.MapOf ? NestedValues.mapKeys(start) : start);
    }

    private void append(BytesColumn collections, int row, int size, int index) {
        byte[] data = collections.data();
        int start = collections.starts()[row];
        if (collectionType instanceof DataType.MapOf map) {
            NestedValues.codec(map.key().kind(), size)
                    .append(data, NestedValues.mapKeys(start) + 4, index, elements[0]);
            NestedValues.codec(map.value().kind(), size)
                    .append(data, NestedValues.mapValues(data, start) + 4, index, elements[1]);
            return;
        }
        if (!(collectionType instanceof DataType.Array array)) {
            throw AlluviumException.internal("UNNEST of " + collectionType.sql());
        }
        RowCodec codec = NestedValues.codec(array.element().kind(), size);
        if (rowElement == null) {
            codec.append(data, start + 4, index, elements[0]);
        } else if (codec.isNull(data, start + 4, index)) {
            for (ColumnBuilder element : elements) {
                element.appendNull();
            }
        } else {
            int rowStart = codec.bytesStart(data, start + 4, index);
            for (int i = 0; i < elements.length; i++) {
                rowElement.append(data, rowStart, i, elements[i]);
            }
        }
    }

    private void flush(RowBatch batch, ColumnBuilder ordinality, Output output) {
        if (count == 0) {
            return;
        }
        RowBatch repeated = batch.gather(sources, count);
        List<Column> columns = new ArrayList<>(repeated.columns());
        for (ColumnBuilder element : elements) {
            columns.add(element.build());
        }
        Column numbers = ordinality.build();
        if (unnest.withOrdinality()) {
            columns.add(numbers);
        }
        output.emit(repeated.withColumns(unnest.schema(), columns));
        count = 0;
    }
}
