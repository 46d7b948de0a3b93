package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.row.RowBatch;

/** Takes the rows for which an expression failed; the row is left out of the result. */
@FunctionalInterface
public interface RowErrors {
    /** Throws the error. */
    RowErrors STRICT = (batch, row, error) -> {
        throw error;
    };

    /** Called once for each failed row of the input, in row order. */
    void failed(RowBatch batch, int row, AlluviumException error);
}
