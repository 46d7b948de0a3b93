package io.alluvium.runtime.state;

import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.ColumnKind;

/** Holds the key of each slot and compares it with the rows of the batch that is bound. */
abstract class KeyStore {

    /** Up to this many columns are held a column at a time; wider keys as one encoded row. */
    private static final int MAX_COLUMNS = 4;

    static KeyStore of(ColumnKind... kinds) {
        if (kinds.length == 1 && kinds[0] == ColumnKind.LONG) {
            return new LongKeys();
        }
        if (kinds.length == 2 && kinds[0] == ColumnKind.LONG && kinds[1] == ColumnKind.LONG) {
            return new LongLongKeys();
        }
        if (kinds.length == 2 && kinds[0] == ColumnKind.LONG && kinds[1] == ColumnKind.BYTES) {
            return new LongBytesKeys();
        }
        return kinds.length <= MAX_COLUMNS ? new ColumnKeys(kinds) : new EncodedKeys(kinds);
    }

    /** Says which rows the calls with a row mean. */
    abstract void bind(Column[] keys, int size);

    abstract boolean equal(int slot, int row);

    abstract void store(int slot, int row);

    /** Gives back what the slot's key holds beside its cells. */
    abstract void free(int slot);

    abstract void ensure(int slots);

    abstract void append(int slot, int column, ColumnBuilder target);

    abstract boolean isNull(int slot, int column);

    abstract long longAt(int slot, int column);

    abstract RowCodec codec();

    abstract int encodedSize(int slot);

    /** Writes the key's canonical bytes. */
    abstract void encode(int slot, byte[] target, int offset);

    /** Orders two keys by one column that is NULL in neither, ascending; NaN is above all numbers. */
    abstract int compare(int slot, int otherSlot, int column);

    abstract long bytesHeld();
}
