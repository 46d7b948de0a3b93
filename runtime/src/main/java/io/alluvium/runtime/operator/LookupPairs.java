package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts rows and their answers together: inner pairs that fulfil the residual, for outer look-ups also rows without any. */
final class LookupPairs {
    private final Schema output;
    private final int inputColumns;
    private final boolean outer;
    private final @Nullable JoinResidual residual;

    LookupPairs(Schema output, int inputColumns, boolean outer, @Nullable JoinResidual residual) {
        this.output = output;
        this.inputColumns = inputColumns;
        this.outer = outer;
        this.residual = residual;
    }

    /**
     * Output rows without weights.
     *
     * @param sources for each output row the row it came from, ascending
     * @param matched false where it is a row without an answer
     */
    record Pairs(RowBatch batch, int[] sources, boolean[] matched) {}

    Pairs pair(RowBatch rows, int[] answerOf, List<RowBatch> answers) {
        ColumnBuilder[] found = builders();
        int[] sources = new int[rows.size()];
        int count = 0;
        for (int row = 0; row < rows.size(); row++) {
            if (answerOf[row] < 0) {
                continue;
            }
            RowBatch answer = answers.get(answerOf[row]);
            for (int i = 0; i < answer.size(); i++) {
                if (count == sources.length) {
                    sources = Arrays.copyOf(sources, count * 2 + 1);
                }
                sources[count++] = row;
                for (int column = 0; column < found.length; column++) {
                    found[column].appendFrom(answer.column(column), i);
                }
            }
        }
        RowBatch candidates = assemble(rows, sources, count, found);
        int[] kept = new int[count];
        int keptCount = count;
        if (residual == null || count == 0) {
            Arrays.setAll(kept, i -> i);
        } else {
            keptCount = residual.select(candidates, kept);
        }
        return outer
                ? withUnmatched(rows, candidates, sources, kept, keptCount)
                : keep(candidates, sources, kept, keptCount);
    }

    private Pairs keep(RowBatch candidates, int[] sources, int[] kept, int count) {
        int[] chosen = new int[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = sources[kept[i]];
        }
        boolean[] matched = new boolean[count];
        Arrays.fill(matched, true);
        return new Pairs(candidates.gather(kept, count), chosen, matched);
    }

    private Pairs withUnmatched(RowBatch rows, RowBatch candidates, int[] sources, int[] kept, int keptCount) {
        ColumnBuilder[] found = builders();
        int most = keptCount + rows.size();
        int[] chosen = new int[most];
        boolean[] matched = new boolean[most];
        int count = 0;
        int next = 0;
        for (int row = 0; row < rows.size(); row++) {
            int first = next;
            for (; next < keptCount && sources[kept[next]] == row; next++) {
                for (int column = 0; column < found.length; column++) {
                    found[column].appendFrom(candidates.column(inputColumns + column), kept[next]);
                }
                matched[count] = true;
                chosen[count++] = row;
            }
            if (next == first) {
                for (ColumnBuilder column : found) {
                    column.appendNull();
                }
                chosen[count++] = row;
            }
        }
        return new Pairs(assemble(rows, chosen, count, found), chosen, matched);
    }

    private ColumnBuilder[] builders() {
        ColumnBuilder[] builders = new ColumnBuilder[output.size() - inputColumns];
        for (int i = 0; i < builders.length; i++) {
            builders[i] = new ColumnBuilder(output.type(inputColumns + i).kind());
        }
        return builders;
    }

    private RowBatch assemble(RowBatch rows, int[] sources, int count, ColumnBuilder[] found) {
        if (rows.columns().size() != inputColumns) {
            throw AlluviumException.internal("rows of " + rows.columns().size() + " columns, planned " + inputColumns);
        }
        Column[] columns = new Column[output.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = i < inputColumns ? rows.column(i).gather(sources, count) : found[i - inputColumns].build();
        }
        return new RowBatch(output, Arrays.asList(columns), count, null);
    }
}
