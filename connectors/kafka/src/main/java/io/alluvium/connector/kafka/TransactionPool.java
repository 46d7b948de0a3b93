package io.alluvium.connector.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;

/**
 * The transactional ids of one sink, numbered from 0. An id in use is one of: open, prepared, or committed with a version that no
 * later checkpoint has recorded yet, since until then a restart commits it again. Three a writer are enough, however many commits there
 * are. Ids that come back bring their producer, which needs no new beginning. Thread-safe.
 */
final class TransactionPool {
    private final Map<Integer, Slot> slots = new TreeMap<>();
    private final Map<String, Long> committed = new HashMap<>();
    private String prefix = "";

    /** A transactional id with its producer, if this process has one. */
    static final class Slot {
        private final String id;
        private boolean inUse;

        @Nullable
        KafkaProducer<byte[], byte[]> producer;

        private Slot(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    synchronized void prefix(String now) {
        prefix = now;
    }

    synchronized String prefix() {
        return prefix;
    }

    /** True for ids that this pool may give out. */
    static boolean belongs(String id, String prefix) {
        return id.startsWith(prefix) && id.substring(prefix.length()).matches("\\d{1,9}");
    }

    /** A free id, which is in use from now on. */
    synchronized Slot take() {
        for (int number = 0; ; number++) {
            Slot slot = slots.computeIfAbsent(number, n -> new Slot(prefix + n));
            if (!slot.inUse && !committed.containsKey(slot.id)) {
                slot.inUse = true;
                return slot;
            }
        }
    }

    /** The slot of an id that a checkpoint names; null where the id is not of this pool. */
    synchronized @Nullable Slot find(String id) {
        for (Slot slot : slots.values()) {
            if (slot.id.equals(id)) {
                return slot;
            }
        }
        return null;
    }

    /** An id was committed as part of a version. */
    synchronized void committed(String id, long version) {
        committed.put(id, version);
    }

    /** A checkpoint of this version is published: what older ones committed is history. */
    synchronized void recorded(long version) {
        List<String> free = new ArrayList<>();
        committed.forEach((id, of) -> {
            if (of < version) {
                free.add(id);
            }
        });
        for (String id : free) {
            committed.remove(id);
            Slot slot = find(id);
            if (slot != null) {
                slot.inUse = false;
            }
        }
    }

    synchronized List<Slot> all() {
        return List.copyOf(slots.values());
    }
}
