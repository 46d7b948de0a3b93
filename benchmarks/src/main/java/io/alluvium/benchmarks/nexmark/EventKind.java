package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.util.Locale;

/**
 * What an event tells of. Of 50 events in a row the first is a person, three are auctions, and 46 are bids. The constants'
 * order is their number in the binary file.
 */
public enum EventKind {
    PERSON(Schema.of(
            longs("id"),
            text("name"),
            text("emailAddress"),
            text("creditCard"),
            text("city"),
            text("state"),
            time("dateTime"),
            text("extra"))),
    AUCTION(Schema.of(
            longs("id"),
            text("itemName"),
            text("description"),
            longs("initialBid"),
            longs("reserve"),
            time("dateTime"),
            time("expires"),
            longs("seller"),
            longs("category"),
            text("extra"))),
    BID(Schema.of(
            longs("auction"),
            longs("bidder"),
            longs("price"),
            text("channel"),
            text("url"),
            time("dateTime"),
            text("extra")));

    /** Events after which the kinds repeat. */
    static final int CYCLE = 50;

    private static final int AUCTIONS = 3;

    private final Schema schema;

    EventKind(Schema schema) {
        this.schema = schema;
    }

    /** Columns in the order of {@link EventBlock}: BIGINT, STRING and, in microseconds, TIMESTAMP(3). */
    public Schema schema() {
        return schema;
    }

    /** Lower-case name, as the table option and the benchmark's tables have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of an event number. */
    public static EventKind of(long number) {
        int place = (int) (number % CYCLE);
        return place == 0 ? PERSON : place <= AUCTIONS ? AUCTION : BID;
    }

    /** First place in a cycle that has this kind. */
    int firstPlace() {
        return switch (this) {
            case PERSON -> 0;
            case AUCTION -> 1;
            case BID -> 1 + AUCTIONS;
        };
    }

    /** Last place in a cycle that has this kind. */
    int lastPlace() {
        return switch (this) {
            case PERSON -> 0;
            case AUCTION -> AUCTIONS;
            case BID -> CYCLE - 1;
        };
    }

    private static Field longs(String name) {
        return new Field(name, DataType.bigint());
    }

    private static Field text(String name) {
        return new Field(name, DataType.string());
    }

    private static Field time(String name) {
        return new Field(name, DataType.timestamp(3));
    }
}
