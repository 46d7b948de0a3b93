package io.alluvium.runtime.state;

import io.alluvium.core.type.ColumnKind;

/** Keys of two longs. */
final class LongLongKeys extends ColumnKeys {
    LongLongKeys() {
        super(ColumnKind.LONG, ColumnKind.LONG);
    }

    @Override
    boolean equal(int slot, int row) {
        return plain()
                ? cells[0].get(slot) == longs[0][row] && cells[1].get(slot) == longs[1][row]
                : super.equal(slot, row);
    }
}
