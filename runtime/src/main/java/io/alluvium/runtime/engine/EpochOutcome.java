package io.alluvium.runtime.engine;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.checkpoint.StateFileWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one worker has to show for one epoch: collected rows always, and with a checkpoint the changed state, the pending
 * commits, counters and dead letters. Filled by the worker, then handed over whole.
 */
final class EpochOutcome {
    final Map<String, List<RowBatch>> collected = new LinkedHashMap<>();
    final StateFileWriter state;
    final Map<String, List<ChangeBatch>> changes = new LinkedHashMap<>();
    final Map<String, List<byte[]>> committables = new LinkedHashMap<>();
    /** Where changed splits stand, by scan. */
    final Map<String, Map<String, byte[]>> positions = new LinkedHashMap<>();

    final Map<String, Map<String, Long>> counters = new LinkedHashMap<>();
    final List<DeadLetter> deadLetters = new ArrayList<>();
    int stationsLeft;

    EpochOutcome(int stations, StateFileWriter state) {
        this.stationsLeft = stations;
        this.state = state;
    }
}
