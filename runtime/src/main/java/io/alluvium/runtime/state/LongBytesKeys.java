package io.alluvium.runtime.state;

import io.alluvium.core.type.ColumnKind;

/** Keys of a long and a text. */
final class LongBytesKeys extends ColumnKeys {
    LongBytesKeys() {
        super(ColumnKind.LONG, ColumnKind.BYTES);
    }

    @Override
    boolean equal(int slot, int row) {
        return plain() ? cells[0].get(slot) == longs[0][row] && equalBytes(slot, row, 1) : super.equal(slot, row);
    }
}
