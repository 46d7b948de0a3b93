package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The consumer of all tables of one job over the same topics with the same settings, so that a record is fetched once for all of
 * them. Made with the first partition that is read, closed with the last table. Thread-safe.
 */
final class SharedConsumer {
    private final KafkaClients clients;
    private int tables;
    private @Nullable FetchThread thread;

    SharedConsumer(KafkaClients clients) {
        this.clients = clients;
    }

    /** Each table calls it once, and {@link #leave} once. */
    synchronized void join() {
        tables++;
    }

    synchronized FetchThread thread() {
        FetchThread fetching = thread;
        if (fetching == null) {
            fetching = new FetchThread(clients);
            thread = fetching;
        }
        return fetching;
    }

    /** @throws AlluviumException what the thread died of */
    synchronized void check() {
        if (thread != null) {
            thread.check();
        }
    }

    /** The feed is not read any more. */
    synchronized void close(PartitionFeed feed) {
        if (thread != null) {
            thread.close(feed);
        }
    }

    /** Shows the group where a table's published checkpoint stands. */
    synchronized void publish(Object table, Map<TopicPartition, Long> offsets) {
        if (thread != null) {
            thread.publish(table, offsets);
        }
    }

    void leave() {
        FetchThread last = null;
        synchronized (this) {
            tables--;
            if (tables == 0) {
                last = thread;
                thread = null;
            }
        }
        if (last != null) {
            last.close();
        }
    }
}
