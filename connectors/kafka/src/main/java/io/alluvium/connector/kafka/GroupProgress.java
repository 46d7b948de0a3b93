package io.alluvium.connector.kafka;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Where the tables that share a consumer stand, and where so their group does: at the least offset of them. Thread-safe. */
final class GroupProgress {
    private final Map<Object, Map<TopicPartition, Long>> byTable = new IdentityHashMap<>();
    private final Set<TopicPartition> moved = new HashSet<>();

    /** @param offsets of the partitions that moved since the table's last checkpoint */
    synchronized void publish(Object table, Map<TopicPartition, Long> offsets) {
        byTable.computeIfAbsent(table, each -> new HashMap<>()).putAll(offsets);
        moved.addAll(offsets.keySet());
    }

    /** What to tell the group since the last call. */
    synchronized Map<TopicPartition, Long> take() {
        Map<TopicPartition, Long> least = new HashMap<>();
        for (TopicPartition partition : moved) {
            byTable.values().forEach(offsets -> {
                Long offset = offsets.get(partition);
                if (offset != null) {
                    least.merge(partition, offset, Math::min);
                }
            });
        }
        moved.clear();
        return least;
    }
}
