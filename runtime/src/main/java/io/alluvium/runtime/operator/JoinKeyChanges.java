package io.alluvium.runtime.operator;

import io.alluvium.runtime.state.KeyedTable;
import io.alluvium.runtime.state.LongCells;
import io.alluvium.runtime.state.RowMultiset;
import java.util.Arrays;

/**
 * For the keys that both inputs of an outer, semi or anti join share: which never match, and how many rows of each side were
 * above zero before the epoch.
 */
final class JoinKeyChanges {
    private final KeyedTable keys;
    private final boolean[] nullSafe;
    private final RowMultiset[] sides;
    private final LongCells unmatched;
    private final LongCells ordinals;
    private final long[][] before = {new long[64], new long[64]};

    JoinKeyChanges(KeyedTable keys, boolean[] nullSafe, RowMultiset[] sides) {
        this.keys = keys;
        this.nullSafe = nullSafe;
        this.sides = sides;
        this.unmatched = keys.addTransientLongs();
        this.ordinals = keys.addTransientLongs();
    }

    /** Not 0 at the key slots that never match. */
    LongCells unmatched() {
        return unmatched;
    }

    /** Notes a key before its first change in this epoch. */
    void touch(int slot) {
        int ordinal = keys.touched().size();
        if (!keys.touch(slot)) {
            return;
        }
        for (int side = 0; side < 2; side++) {
            if (ordinal == before[side].length) {
                before[side] = Arrays.copyOf(before[side], ordinal * 2);
            }
            before[side][ordinal] = sides[side].positives(slot);
        }
        ordinals.set(slot, ordinal);
        mark(slot);
    }

    /** Marks the key if it never matches. */
    void mark(int slot) {
        unmatched.set(slot, neverMatches(slot) ? 1 : 0);
    }

    private boolean neverMatches(int slot) {
        for (int i = 0; i < nullSafe.length; i++) {
            if (!nullSafe[i] && keys.isKeyNull(slot, i)) {
                return true;
            }
        }
        return false;
    }

    long positivesBefore(int side, int slot) {
        return keys.isTouched(slot) ? before[side][(int) ordinals.get(slot)] : sides[side].positives(slot);
    }

    /** A row of this key had a match on that side before the epoch. */
    boolean matchedBefore(int side, int slot) {
        return unmatched.get(slot) == 0 && positivesBefore(side, slot) > 0;
    }

    boolean matchedNow(int side, int slot) {
        return unmatched.get(slot) == 0 && sides[side].positives(slot) > 0;
    }

    boolean flipped(int side, int slot) {
        return matchedBefore(side, slot) != matchedNow(side, slot);
    }
}
