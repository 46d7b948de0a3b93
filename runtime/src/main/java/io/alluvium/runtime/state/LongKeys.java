package io.alluvium.runtime.state;

import io.alluvium.core.type.ColumnKind;

/** Keys of one long. */
final class LongKeys extends ColumnKeys {
    LongKeys() {
        super(ColumnKind.LONG);
    }

    @Override
    boolean equal(int slot, int row) {
        return plain() ? cells[0].get(slot) == longs[0][row] : super.equal(slot, row);
    }
}
