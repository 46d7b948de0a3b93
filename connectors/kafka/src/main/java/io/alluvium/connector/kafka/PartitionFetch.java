package io.alluvium.connector.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A partition that is fetched, and the feeds of the tables that read it, each from an offset of its own. Records go to the feeds
 * that have not got them yet. Used by the fetching thread.
 */
final class PartitionFetch {
    private final List<PartitionFeed> feeds = new ArrayList<>();
    private boolean paused;

    List<PartitionFeed> feeds() {
        return feeds;
    }

    /** Takes a feed in; feeds of the topic that was there before under the same name end. */
    void add(PartitionFeed feed) {
        for (PartitionFeed other : List.copyOf(feeds)) {
            if (!other.split().topicId().equals(feed.split().topicId())) {
                other.endNow();
                feeds.remove(other);
            }
        }
        feeds.add(feed);
    }

    /** Where to read on: the least offset that a feed wants; a large number where none wants any. */
    long wanted() {
        return feeds.stream()
                .filter(feed -> !feed.complete())
                .mapToLong(PartitionFeed::fetched)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** @param next offset to read on at behind the records */
    void give(List<ConsumerRecord<byte[], byte[]>> records, long next) {
        List<FetchedRecord> fetched = new ArrayList<>(records.size());
        records.forEach(record -> fetched.add(new FetchedRecord(record)));
        for (PartitionFeed feed : feeds) {
            if (!feed.complete() && next > feed.fetched()) {
                feed.add(from(fetched, feed.fetched()), next);
            }
        }
    }

    /** The partition was read up to an offset; markers of transactions have offsets too, and no records. */
    void reached(long position) {
        for (PartitionFeed feed : feeds) {
            if (position > feed.fetched()) {
                feed.jump(position);
            }
        }
    }

    /** True where fetching is to pause: a feed is full, or none wants more. */
    boolean hold(long budget) {
        boolean full = false;
        boolean wanted = false;
        for (PartitionFeed feed : feeds) {
            boolean fullFeed = !feed.complete() && !feed.hasRoom(budget);
            feed.paused(fullFeed);
            full |= fullFeed;
            wanted |= !feed.complete();
        }
        return full || !wanted;
    }

    boolean paused() {
        return paused;
    }

    void paused(boolean now) {
        paused = now;
    }

    private static List<FetchedRecord> from(List<FetchedRecord> records, long offset) {
        int first = 0;
        while (first < records.size() && records.get(first).record().offset() < offset) {
            first++;
        }
        return first == 0 ? records : records.subList(first, records.size());
    }
}
