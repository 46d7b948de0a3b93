package io.alluvium.runtime.operator;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.OperatorContext;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.RowHash;
import io.alluvium.runtime.state.ByteArena;
import io.alluvium.runtime.state.IntList;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which groups end when, and how far the watermark has come. A window whose end is not above the watermark is complete: no row
 * that comes later is in time for it. In snapshots the watermark stands in every key group that the worker owns.
 */
final class WindowTimer {
    private static final String STATE = "watermark";

    private final TreeMap<Long, IntList> slotsByEnd = new TreeMap<>();
    private long watermark = EpochEnd.NO_PROMISE;
    private boolean changed;
    private int worker;
    private int parallelism = 1;

    void open(OperatorContext context) {
        worker = context.worker();
        parallelism = context.parallelism();
    }

    /** The watermark of the last epoch's end. */
    long watermark() {
        return watermark;
    }

    boolean isComplete(long end) {
        return end <= watermark;
    }

    void add(long end, int slot) {
        slotsByEnd.computeIfAbsent(end, key -> new IntList()).add(slot);
    }

    /** Moves the watermark, never back, and gives the slots whose end it passed, oldest end first. */
    IntList advance(long newWatermark) {
        IntList due = new IntList();
        if (newWatermark > watermark) {
            watermark = newWatermark;
            changed = true;
            while (!slotsByEnd.isEmpty() && slotsByEnd.firstKey() <= watermark) {
                Map.Entry<Long, IntList> entry = slotsByEnd.pollFirstEntry();
                for (int i = 0; i < entry.getValue().size(); i++) {
                    due.add(entry.getValue().get(i));
                }
            }
        }
        return due;
    }

    void snapshot(StateWriter writer) {
        if (!changed) {
            return;
        }
        changed = false;
        byte[] value = new byte[8];
        ByteArena.LONGS.set(value, 0, watermark);
        for (int keyGroup = 0; keyGroup < RowHash.KEY_GROUPS; keyGroup++) {
            if (RowHash.workerOf(keyGroup, parallelism) == worker) {
                writer.put(STATE, keyGroup, new byte[0], value);
            }
        }
    }

    void restore(StateReader reader) {
        reader.read(STATE, (keyGroup, key, keyStart, keyLength, value, valueStart, valueLength) -> {
            if (value != null) {
                watermark = Math.max(watermark, (long) ByteArena.LONGS.get(value, valueStart));
            }
        });
    }
}
