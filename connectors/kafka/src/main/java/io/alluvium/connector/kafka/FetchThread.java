package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer on a thread of its own: it fetches all opened partitions into their feeds, so that workers never wait for a broker.
 * Tables that read the same partition share each fetch. Others only leave wishes, which the thread takes up between two polls.
 */
final class FetchThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FetchThread.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration CLOSE = Duration.ofSeconds(2);
    private static final long BUDGET = 32 << 20;
    private static final long LEAST_BUDGET = 1 << 20;

    private final KafkaClients clients;
    private final boolean grouped;
    private final Consumer<byte[], byte[]> consumer;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Runnable> wishes = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final GroupProgress progress = new GroupProgress();
    private final Map<TopicPartition, PartitionFetch> fetches = new LinkedHashMap<>();
    private volatile boolean closed;

    FetchThread(KafkaClients clients) {
        this.clients = clients;
        this.grouped = !clients.property("group.id", "").isEmpty();
        this.consumer = clients.consumer();
        this.thread = new Thread(this::run, "kafka-" + clients.table());
        thread.setDaemon(true);
        thread.setContextClassLoader(FetchThread.class.getClassLoader());
        thread.start();
    }

    void open(PartitionFeed feed) {
        wish(() -> {
            PartitionFetch fetch = fetches.computeIfAbsent(feed.partition(), partition -> new PartitionFetch());
            fetch.add(feed);
            consumer.assign(fetches.keySet());
            consumer.seek(feed.partition(), fetch.wanted());
        });
    }

    /** The feed is not read any more; its partition is left when no other feed wants it. */
    void close(PartitionFeed feed) {
        wish(() -> {
            PartitionFetch fetch = fetches.get(feed.partition());
            if (fetch != null && fetch.feeds().remove(feed)) {
                leave(feed.partition(), fetch);
            }
        });
    }

    /** A feed has room again. */
    void resume() {
        consumer.wakeup();
    }

    /** Shows the group where a table's published checkpoint stands: the group stands where its last table does. */
    void publish(Object table, Map<TopicPartition, Long> offsets) {
        if (grouped) {
            progress.publish(table, offsets);
        }
    }

    /** @throws AlluviumException what the thread died of */
    void check() {
        RuntimeException died = failure.get();
        if (died != null) {
            throw died;
        }
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void wish(Runnable wish) {
        wishes.add(wish);
        consumer.wakeup();
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            while (!closed) {
                step();
            }
            commitProgress();
        } catch (WakeupException e) {
            LOG.debug("woken while closing");
        } catch (RuntimeException e) {
            failure.set(clients.failed("reading", e));
            fetches.values().forEach(fetch -> fetch.feeds().forEach(PartitionFeed::nudge));
        } finally {
            closeConsumer();
        }
    }

    private void step() {
        try {
            for (Runnable wish = wishes.poll(); wish != null; wish = wishes.poll()) {
                wish.run();
            }
            commitProgress();
            if (fetches.isEmpty()) {
                // a consumer without partitions may not poll; a wish wakes the thread up
                LockSupport.parkNanos(this, POLL.toNanos());
                return;
            }
            holdBack();
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                PartitionFetch fetch = fetches.get(partition);
                if (fetch != null) {
                    var fetched = records.records(partition);
                    fetch.give(fetched, fetched.get(fetched.size() - 1).offset() + 1);
                }
            }
            fetches.forEach(this::noticeEnd);
        } catch (WakeupException e) {
            // a wish, or room: the next step looks
            LOG.trace("woken");
        } catch (OffsetOutOfRangeException e) {
            e.offsetOutOfRangePartitions().keySet().forEach(this::goneRecords);
        } catch (InterruptException e) {
            closed = true;
        }
    }

    /** Pauses the partitions whose feeds are full or at their end, and resumes those that have room. */
    private void holdBack() {
        long budget = Math.max(LEAST_BUDGET, BUDGET / fetches.size());
        List<TopicPartition> full = new ArrayList<>();
        List<TopicPartition> free = new ArrayList<>();
        fetches.forEach((partition, fetch) -> {
            boolean hold = fetch.hold(budget);
            if (hold != fetch.paused()) {
                (hold ? full : free).add(partition);
                fetch.paused(hold);
            }
        });
        if (!full.isEmpty()) {
            consumer.pause(full);
        }
        if (!free.isEmpty()) {
            consumer.resume(free);
        }
    }

    /** Markers of transactions have offsets too, and no records. */
    private void noticeEnd(TopicPartition partition, PartitionFetch fetch) {
        try {
            long position = consumer.position(partition, AT_ONCE);
            fetch.reached(position);
            OptionalLong lag = consumer.currentLag(partition);
            if (lag.isPresent()) {
                fetch.feeds().forEach(feed -> feed.endSeen(position + lag.getAsLong()));
            }
        } catch (TimeoutException e) {
            LOG.trace("position of {} is not known yet", partition);
        }
    }

    /** Asks the feeds that stand at records which are gone where they go on. */
    private void goneRecords(TopicPartition partition) {
        PartitionFetch fetch = fetches.get(partition);
        if (fetch == null) {
            return;
        }
        long wanted = fetch.wanted();
        for (PartitionFeed feed : List.copyOf(fetch.feeds())) {
            if (!feed.complete() && feed.fetched() == wanted) {
                long position = feed.behindGone();
                if (position < 0) {
                    fetch.feeds().remove(feed);
                } else {
                    feed.jump(position);
                }
            }
        }
        if (!leave(partition, fetch) && fetch.wanted() < Long.MAX_VALUE) {
            consumer.seek(partition, fetch.wanted());
        }
    }

    /** @return true where no feed wants the partition any more, so that it is not fetched */
    private boolean leave(TopicPartition partition, PartitionFetch fetch) {
        if (!fetch.feeds().isEmpty()) {
            return false;
        }
        fetches.remove(partition);
        consumer.assign(fetches.keySet());
        return true;
    }

    private void commitProgress() {
        Map<TopicPartition, Long> offsets = progress.take();
        if (offsets.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
        offsets.forEach((partition, offset) -> commits.put(partition, new OffsetAndMetadata(offset)));
        consumer.commitAsync(commits, (done, error) -> {
            if (error != null) {
                LOG.warn(
                        "the group at {} was not told its offsets, the next checkpoint tries again: {}",
                        clients.address(),
                        error.toString());
            }
        });
    }

    private void closeConsumer() {
        try {
            consumer.close(CloseOptions.timeout(CLOSE));
        } catch (RuntimeException e) {
            LOG.warn("closing a consumer of {} failed: {}", clients.address(), e.toString());
        }
    }
}
