package io.alluvium.connector.kafka;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of one or more topics. Start and end offsets are fixed when a partition is first seen; partitions that come later,
 * and those of a topic that was made anew, are read from their beginning.
 */
final class KafkaSource implements Source {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSource.class);

    private final String table;
    private final List<String> names;
    private final Topics topics;
    private final ScanBounds bounds;
    private final RecordReading reading;
    private final long discoveryNanos;
    private final long outageMillis;
    private final String outOfRange;

    /** The life of each topic that is read now. */
    private final Map<String, Life> lives = new TreeMap<>();

    private final Map<SplitId, KafkaPosition> firstPositions = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<SplitId, PartitionFeed> open = new LinkedHashMap<>();
    private final Set<SplitId> knownSplits = new HashSet<>();
    private boolean startedBefore;
    private boolean looked;
    private long lastDiscovery;
    private long unreachableSince;
    private final SharedConsumer consumer;
    private boolean closed;

    /** A table that is read alone. */
    KafkaSource(TableContext context, ScanRequest request, boolean upsert) {
        this(context, request, upsert, new KafkaClients(context));
    }

    private KafkaSource(TableContext context, ScanRequest request, boolean upsert, KafkaClients clients) {
        this(context, request, upsert, clients, new SharedConsumer(clients));
    }

    private KafkaSource(
            TableContext context, ScanRequest request, boolean upsert, KafkaClients clients, SharedConsumer consumer) {
        this.table = context.table().name();
        this.names = topics(context);
        this.bounds = new ScanBounds(context, clients, upsert);
        this.reading = new RecordReading(context, request, upsert, names);
        this.discoveryNanos = TimeUnit.MILLISECONDS.toNanos(context.options().millis(KafkaOptions.DISCOVERY));
        this.outageMillis = context.options().millis(KafkaOptions.OUTAGE);
        this.outOfRange = context.options().text(KafkaOptions.OUT_OF_RANGE);
        this.topics = new Topics(clients);
        this.consumer = consumer;
        consumer.join();
    }

    /** The tables of one job; those over the same topics with the same settings share a consumer. */
    static List<Source> together(List<ConnectorFactory.Reading> readings, boolean upsert) {
        Map<List<Object>, SharedConsumer> consumers = new HashMap<>();
        List<Source> sources = new ArrayList<>();
        try {
            for (ConnectorFactory.Reading reading : readings) {
                TableContext context = reading.context();
                KafkaClients clients = new KafkaClients(context);
                SharedConsumer consumer = consumers.computeIfAbsent(
                        List.of(topics(context), clients.given()), same -> new SharedConsumer(clients));
                sources.add(new KafkaSource(context, reading.request(), upsert, clients, consumer));
            }
        } catch (RuntimeException e) {
            ConnectorFactory.closeAfter(e, sources);
            throw e;
        }
        return sources;
    }

    private static List<String> topics(TableContext context) {
        return Arrays.stream(context.options().text(KafkaOptions.TOPIC).split(";", -1))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    private record Life(int generation, String id, int partitions) {}

    @Override
    public synchronized void known(Collection<String> splits) {
        startedBefore = !splits.isEmpty();
        for (String text : splits) {
            SplitId split = SplitId.parse(text);
            knownSplits.add(split);
            Life life = lives.get(split.topic());
            if (life == null || split.generation() > life.generation()) {
                lives.put(split.topic(), new Life(split.generation(), split.topicId(), 0));
            }
        }
    }

    @Override
    public synchronized List<String> splits() {
        try {
            look();
            unreachableSince = 0;
        } catch (AlluviumException e) {
            tolerate(e);
        }
        List<String> splits = new ArrayList<>();
        lives.forEach((topic, life) -> {
            for (int partition = 0; partition < life.partitions(); partition++) {
                splits.add(new SplitId(topic, life.generation(), life.id(), partition).toString());
            }
        });
        Collections.sort(splits);
        return splits;
    }

    @Override
    public synchronized SplitReader open(String text, byte @Nullable [] position, SourceContext source) {
        SplitId split = SplitId.parse(text);
        Life life = lives.get(split.topic());
        boolean current = life != null && life.id().equals(split.topicId()) && split.partition() < life.partitions();
        KafkaPosition first = firstPositions.get(split);
        KafkaPosition from = position == null ? first : KafkaPosition.decode(position);
        if (!current || from == null) {
            if (names.contains(split.topic()) && looked) {
                source.counter("topic_recreated").add(1);
            }
            return new EndedSplit(from == null ? new KafkaPosition(0, Long.MAX_VALUE) : from);
        }
        long stop = from.stop();
        boolean again = from.next() >= stop || stop == Long.MAX_VALUE;
        if (position != null && bounds.bounded() && first != null && again) {
            stop = first.stop(); // it had ended: a later run reads what has come since
        }
        if (!bounds.bounded()) {
            stop = Long.MAX_VALUE;
        }
        long end = Math.min(stop, ends.getOrDefault(split.topicPartition(), 0L));
        PartitionFeed feed = new PartitionFeed(split, from.next(), stop, end, source::wakeUp, this::expired);
        FetchThread thread = consumer.thread();
        open.put(split, feed);
        if (from.next() < stop) {
            thread.open(feed);
        }
        return new KafkaSplitReader(feed, thread, () -> closed(feed), reading, source);
    }

    @Override
    public void published(Map<String, byte[]> positions) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        synchronized (this) {
            positions.forEach((text, position) -> {
                SplitId split = SplitId.parse(text);
                Life life = lives.get(split.topic());
                if (life != null && life.id().equals(split.topicId())) {
                    offsets.put(
                            split.topicPartition(),
                            KafkaPosition.decode(position).next());
                }
            });
        }
        if (!offsets.isEmpty()) {
            consumer.publish(this, offsets);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        consumer.leave();
        topics.close();
    }

    private void look() {
        consumer.check();
        long now = System.nanoTime();
        if (!looked || now - lastDiscovery >= discoveryNanos) {
            discover();
            lastDiscovery = now;
            looked = true;
        }
        List<TopicPartition> all = new ArrayList<>();
        lives.forEach((topic, life) -> all.addAll(partitions(topic, 0, life.partitions())));
        ends.putAll(topics.offsets(all, OffsetSpec.latest()));
        for (PartitionFeed feed : open.values()) {
            Long end = ends.get(feed.partition());
            if (end != null && !feed.ended()) {
                feed.endSeen(Math.min(end, feed.stop()));
            }
        }
    }

    private void discover() {
        topics.describe(names).forEach((name, topic) -> {
            Life life = lives.get(name);
            if (life != null && !life.id().equals(topic.id())) {
                recreated(name, life, topic);
                life = new Life(life.generation() + 1, topic.id(), 0);
                addPartitions(name, life, topic.partitions(), true);
            } else if (life == null) {
                addPartitions(name, new Life(0, topic.id(), 0), topic.partitions(), startedBefore || looked);
            } else {
                addPartitions(name, life, topic.partitions(), true);
            }
        });
    }

    private void recreated(String name, Life life, Topics.Topic topic) {
        LOG.warn(
                "table={} topic={} was deleted and made anew: its {} partitions are read from their beginning as generation {};"
                        + " what was not read of the old topic is gone",
                table,
                name,
                topic.partitions(),
                life.generation() + 1);
        open.forEach((split, feed) -> {
            if (split.topic().equals(name)) {
                feed.endNow();
                consumer.close(feed);
            }
        });
        ends.keySet().removeIf(partition -> partition.topic().equals(name));
    }

    /** @param later they came after the job's first start, so all that they hold is new */
    private void addPartitions(String name, Life life, int count, boolean later) {
        int before = life.partitions();
        lives.put(name, new Life(life.generation(), life.id(), Math.max(before, count)));
        if (count <= before) {
            return;
        }
        List<TopicPartition> added = partitions(name, before, count);
        Map<TopicPartition, Long> stops = bounds.stops(topics, added);
        Map<TopicPartition, Long> starts =
                later ? topics.offsets(added, OffsetSpec.earliest()) : bounds.starts(topics, added);
        for (TopicPartition partition : added) {
            SplitId split = new SplitId(name, life.generation(), life.id(), partition.partition());
            firstPositions.put(
                    split, new KafkaPosition(starts.getOrDefault(partition, 0L), stops.getOrDefault(partition, 0L)));
            if (later && !knownSplits.contains(split)) {
                LOG.info("table={} split={} is new", table, split);
            }
        }
    }

    /** Brokers may be away for a while once reading has begun. */
    private void tolerate(AlluviumException e) {
        if (!looked || e.code() != ErrorCode.EXTERNAL_FAILED) {
            throw e;
        }
        long now = System.nanoTime();
        if (unreachableSince == 0) {
            unreachableSince = now;
            LOG.warn("table={} cannot look at its topic, and goes on for {} ms: {}", table, outageMillis, e.problem());
        } else if (now - unreachableSince > TimeUnit.MILLISECONDS.toNanos(outageMillis)) {
            throw e;
        }
    }

    private synchronized void closed(PartitionFeed feed) {
        open.remove(feed.split(), feed);
        consumer.close(feed);
    }

    /** Records at a position are gone: because the topic was made anew, or because they expired. */
    private synchronized long expired(PartitionFeed feed, long wanted) {
        discover();
        if (feed.ended()) {
            return -1;
        }
        List<TopicPartition> one = List.of(feed.partition());
        long first = topics.offsets(one, OffsetSpec.earliest()).getOrDefault(feed.partition(), 0L);
        long end = topics.offsets(one, OffsetSpec.latest()).getOrDefault(feed.partition(), 0L);
        if (outOfRange.equals("fail")) {
            throw gone(table, feed, wanted, first, end);
        }
        long position = outOfRange.equals("latest-offset") ? end : first;
        LOG.warn(
                "table={} partition={} offset={} has expired, reading goes on at {}: {} records were lost",
                table,
                feed.partition(),
                wanted,
                position,
                Math.max(0, position - wanted));
        feed.lost(Math.max(1, position - wanted));
        return position;
    }

    private static AlluviumException gone(String table, PartitionFeed feed, long wanted, long first, long end) {
        return new AlluviumException(
                ErrorCode.SOURCE_DATA_LOST,
                "offset " + wanted + " of partition " + feed.partition() + " of table \"" + table
                        + "\" is not there: the topic holds " + first + " to " + end,
                "records expired before they were read: keep them longer, or accept the gap with '"
                        + KafkaOptions.OUT_OF_RANGE + "' = 'earliest-offset'");
    }

    private static List<TopicPartition> partitions(String topic, int from, int to) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int partition = from; partition < to; partition++) {
            partitions.add(new TopicPartition(topic, partition));
        }
        return partitions;
    }

    /** A split of a topic that is not there any more. */
    private record EndedSplit(KafkaPosition from) implements SplitReader {
        @Override
        public io.alluvium.core.row.@Nullable RowBatch poll() {
            return null;
        }

        @Override
        public boolean finished() {
            return true;
        }

        @Override
        public byte[] position() {
            return from.encode();
        }

        @Override
        public void close() {}
    }
}
