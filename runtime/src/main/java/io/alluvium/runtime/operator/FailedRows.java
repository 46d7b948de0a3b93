package io.alluvium.runtime.operator;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.runtime.expression.RowErrors;
import java.time.ZoneId;
import java.util.StringJoiner;

/** Hands rows for which an expression failed to the dead letters, under their weights. */
public final class FailedRows implements RowErrors {
    private static final int MOST_TEXT = 2_000;

    private final OperatorContext context;
    private long weight;

    public FailedRows(OperatorContext context) {
        this.context = context;
    }

    @Override
    public void failed(RowBatch batch, int row, AlluviumException error) {
        weight += batch.weight(row);
        String text = text(batch, row, context.zone());
        context.deadLetters().report(new DeadLetter(context.node(), text, null, null, batch.weight(row), error));
    }

    /** The weights reported since the last call. */
    public long takeWeight() {
        long taken = weight;
        weight = 0;
        return taken;
    }

    /** A row as {@code (1, ann, NULL)}, cut where it is long. */
    static String text(RowBatch batch, int row, ZoneId zone) {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < batch.schema().size() && text.length() < MOST_TEXT; i++) {
            Column column = batch.column(i);
            Object value = column.value(row);
            text.add(
                    value == null
                            ? "NULL"
                            : ValueText.render(value, batch.schema().type(i), zone));
        }
        String whole = text.toString();
        return whole.length() > MOST_TEXT ? whole.substring(0, MOST_TEXT) + "…" : whole;
    }
}
