package io.alluvium.benchmarks.nexmark;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.Consumer;

/** The queries once more as plain loops over maps, as slow as they are simple. */
final class ReferenceAnswers {
    record Bid(long auction, long bidder, long price, String channel, String url, long time, String extra) {}

    record Auction(
            long id,
            String itemName,
            String description,
            long initialBid,
            long reserve,
            long time,
            long expires,
            long seller,
            long category,
            String extra) {}

    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final List<Bid> bids = new ArrayList<>();
    private final Map<Long, Auction> auctions = new HashMap<>();
    private final ResultLines lines = new ResultLines();

    ReferenceAnswers(EventStream stream) {
        read(
                stream,
                EventKind.BID,
                row -> bids.add(new Bid(
                        row.number(0),
                        row.number(1),
                        row.number(2),
                        row.text(3),
                        row.text(4),
                        row.number(5),
                        row.text(6))));
        read(
                stream,
                EventKind.AUCTION,
                row -> auctions.put(
                        row.number(0),
                        new Auction(
                                row.number(0),
                                row.text(1),
                                row.text(2),
                                row.number(3),
                                row.number(4),
                                row.number(5),
                                row.number(6),
                                row.number(7),
                                row.number(8),
                                row.text(9))));
    }

    ResultLines answer(String query) {
        switch (query) {
            case "q0" -> bids.forEach(b -> add(b.auction, b.bidder, b.price, time(b.time), b.extra));
            case "q1" -> bids.forEach(b -> add(
                    b.auction, b.bidder, BigDecimal.valueOf(908 * b.price, 3).toPlainString(), time(b.time), b.extra));
            case "q2" -> bids.stream().filter(b -> b.auction % 123 == 0).forEach(b -> add(b.auction, b.price));
            case "q4" -> averageOfWinningBids();
            case "q17" -> statistics();
            case "q18" -> lastBids();
            case "q20" -> bids.forEach(this::addWithAuction);
            default -> throw new AssertionError(query);
        }
        return lines;
    }

    private void averageOfWinningBids() {
        Map<Long, Long> winning = new HashMap<>();
        for (Bid b : bids) {
            Auction a = auctions.get(b.auction);
            if (a != null && b.time >= a.time && b.time <= a.expires) {
                winning.merge(a.id, b.price, Math::max);
            }
        }
        Map<Long, LongSummaryStatistics> categories = new HashMap<>();
        winning.forEach((id, price) -> categories
                .computeIfAbsent(auctions.get(id).category, c -> new LongSummaryStatistics())
                .accept(price));
        categories.forEach((category, prices) -> add(category, prices.getSum() / prices.getCount()));
    }

    private void statistics() {
        Map<String, List<Long>> groups = new HashMap<>();
        for (Bid b : bids) {
            groups.computeIfAbsent(b.auction + "\t" + time(b.time).substring(0, 10), g -> new ArrayList<>())
                    .add(b.price);
        }
        groups.forEach((group, prices) -> {
            LongSummaryStatistics all = prices.stream().mapToLong(p -> p).summaryStatistics();
            add(
                    group,
                    all.getCount(),
                    prices.stream().filter(p -> p < 10_000).count(),
                    prices.stream().filter(p -> p >= 10_000 && p < 1_000_000).count(),
                    prices.stream().filter(p -> p >= 1_000_000).count(),
                    all.getMin(),
                    all.getMax(),
                    all.getSum() / all.getCount(),
                    all.getSum());
        });
    }

    private void lastBids() {
        Map<List<Long>, Bid> last = new HashMap<>();
        for (Bid b : bids) {
            last.merge(List.of(b.bidder, b.auction), b, (kept, later) -> later.time >= kept.time ? later : kept);
        }
        last.values().forEach(b -> add(b.auction, b.bidder, b.price, b.channel, b.url, time(b.time), b.extra));
    }

    private void addWithAuction(Bid b) {
        Auction a = auctions.get(b.auction);
        if (a != null && a.category == 10) {
            add(
                    b.auction,
                    b.bidder,
                    b.price,
                    b.channel,
                    b.url,
                    time(b.time),
                    b.extra,
                    a.itemName,
                    a.description,
                    a.initialBid,
                    a.reserve,
                    time(a.time),
                    time(a.expires),
                    a.seller,
                    a.category,
                    a.extra);
        }
    }

    private void add(Object... columns) {
        List<String> texts = new ArrayList<>();
        for (Object column : columns) {
            texts.add(column.toString());
        }
        lines.add(String.join("\t", texts), 1);
    }

    private static String time(long micros) {
        return LocalDateTime.ofEpochSecond(micros / 1_000_000, (int) (micros % 1_000_000) * 1000, ZoneOffset.UTC)
                .format(MILLIS);
    }

    private record Row(EventBlock block, int row) {
        long number(int column) {
            return block.longs(column)[row];
        }

        String text(int column) {
            return new String(
                    block.bytes(column),
                    block.starts(column)[row],
                    block.lengths(column)[row],
                    StandardCharsets.US_ASCII);
        }
    }

    private static void read(EventStream stream, EventKind kind, Consumer<Row> consumer) {
        EventCursor cursor = stream.cursor(kind, -1, 0, 1);
        EventBlock block = cursor.block(512);
        while (cursor.next(block) > 0) {
            for (int row = 0; row < block.size(); row++) {
                consumer.accept(new Row(block, row));
            }
        }
    }
}
