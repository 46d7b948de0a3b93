package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
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
 * The one consumer of a source, on a thread of its own: it fetches all opened partitions into their feeds, so that workers never
 * wait for a broker. Others only leave wishes, which the thread takes up between two polls.
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
    private final Expired expired;
    private final Consumer<byte[], byte[]> consumer;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Runnable> wishes = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable Map<TopicPartition, Long>> progress = new AtomicReference<>();
    private final Map<TopicPartition, PartitionFeed> feeds = new LinkedHashMap<>();
    private volatile boolean closed;

    FetchThread(KafkaClients clients, String table, boolean grouped, Expired expired) {
        this.clients = clients;
        this.grouped = grouped;
        this.expired = expired;
        this.consumer = clients.consumer();
        this.thread = new Thread(this::run, "kafka-" + table);
        thread.setDaemon(true);
        thread.setContextClassLoader(FetchThread.class.getClassLoader());
        thread.start();
    }

    /** Decides where to go on when the records at a position are gone. Called on the fetching thread, and may wait. */
    interface Expired {
        /** @return the offset to go on at, or a negative number where the feed has ended */
        long position(PartitionFeed feed, long wanted);
    }

    void open(PartitionFeed feed) {
        wish(() -> {
            feeds.put(feed.partition(), feed);
            consumer.assign(feeds.keySet());
            consumer.seek(feed.partition(), feed.start());
        });
    }

    /** The partition is not read any more; nothing where another feed has it by now. */
    void close(PartitionFeed feed) {
        wish(() -> {
            if (feeds.remove(feed.partition(), feed)) {
                consumer.assign(feeds.keySet());
            }
        });
    }

    /** A feed has room again. */
    void resume() {
        consumer.wakeup();
    }

    /** Shows the group of the table where a published checkpoint stands. */
    void publish(Map<TopicPartition, Long> offsets) {
        if (grouped) {
            progress.accumulateAndGet(offsets, (waiting, newer) -> {
                Map<TopicPartition, Long> all = new HashMap<>(waiting == null ? Map.of() : waiting);
                all.putAll(newer == null ? Map.of() : newer);
                return all;
            });
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
            feeds.values().forEach(PartitionFeed::nudge);
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
            if (feeds.isEmpty()) {
                // a consumer without partitions may not poll; a wish wakes the thread up
                LockSupport.parkNanos(this, POLL.toNanos());
                return;
            }
            holdBack();
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                PartitionFeed feed = feeds.get(partition);
                if (feed != null) {
                    var fetched = records.records(partition);
                    feed.add(fetched, fetched.get(fetched.size() - 1).offset() + 1);
                }
            }
            feeds.values().forEach(this::noticeEnd);
        } catch (WakeupException e) {
            // a wish, or room: the next step looks
            LOG.trace("woken");
        } catch (OffsetOutOfRangeException e) {
            e.offsetOutOfRangePartitions().forEach(this::goneRecords);
        } catch (InterruptException e) {
            closed = true;
        }
    }

    /** Pauses the partitions whose feeds are full or at their end, and resumes those that have room. */
    private void holdBack() {
        long budget = Math.max(LEAST_BUDGET, BUDGET / feeds.size());
        List<TopicPartition> full = new ArrayList<>();
        List<TopicPartition> free = new ArrayList<>();
        for (PartitionFeed feed : feeds.values()) {
            boolean hold = feed.fetched() >= feed.stop() || !feed.hasRoom(budget);
            if (hold != feed.paused()) {
                (hold ? full : free).add(feed.partition());
                feed.paused(hold);
            }
        }
        if (!full.isEmpty()) {
            consumer.pause(full);
        }
        if (!free.isEmpty()) {
            consumer.resume(free);
        }
    }

    /** Markers of transactions have offsets too, and no records. */
    private void noticeEnd(PartitionFeed feed) {
        try {
            long position = consumer.position(feed.partition(), AT_ONCE);
            if (position > feed.fetched()) {
                feed.jump(position);
            }
            OptionalLong lag = consumer.currentLag(feed.partition());
            if (lag.isPresent()) {
                feed.endSeen(position + lag.getAsLong());
            }
        } catch (TimeoutException e) {
            LOG.trace("position of {} is not known yet", feed.partition());
        }
    }

    private void goneRecords(TopicPartition partition, long wanted) {
        PartitionFeed feed = feeds.get(partition);
        if (feed == null) {
            return;
        }
        long position = expired.position(feed, wanted);
        if (position < 0) {
            feeds.remove(partition);
            consumer.assign(feeds.keySet());
        } else {
            consumer.seek(partition, position);
            feed.jump(position);
        }
    }

    private void commitProgress() {
        Map<TopicPartition, Long> offsets = progress.getAndSet(null);
        if (offsets == null || offsets.isEmpty()) {
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

    /** The error for records that are gone where that is not allowed. */
    static AlluviumException gone(String table, PartitionFeed feed, long wanted, long first, long end) {
        return new AlluviumException(
                ErrorCode.SOURCE_DATA_LOST,
                "offset " + wanted + " of partition " + feed.partition() + " of table \"" + table
                        + "\" is not there: the topic holds " + first + " to " + end,
                "records expired before they were read: keep them longer, or accept the gap with '"
                        + KafkaOptions.OUT_OF_RANGE + "' = 'earliest-offset'");
    }
}
