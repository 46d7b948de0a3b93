package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.STEP;
import static io.alluvium.benchmarks.nexmark.Draws.below;
import static io.alluvium.benchmarks.nexmark.Draws.choose;
import static io.alluvium.benchmarks.nexmark.Draws.draw;
import static io.alluvium.benchmarks.nexmark.Draws.mix;
import static io.alluvium.benchmarks.nexmark.Draws.threeOfFourMask;

/**
 * Auctions. Draws, in order: seller (1 if hot, else 2), category, initialBid, expires, itemName (length, place), description
 * (length, place), reserve, extra (length, place).
 */
final class AuctionColumns implements EventCursor.Columns {
    static final int ID = 0;
    static final int ITEM_NAME = 1;
    static final int DESCRIPTION = 2;
    static final int INITIAL_BID = 3;
    static final int RESERVE = 4;
    static final int TIME = 5;
    static final int EXPIRES = 6;
    static final int SELLER = 7;
    static final int CATEGORY = 8;
    static final int EXTRA = 9;

    /** Events in which as many auctions begin as are open at a time. */
    private static final long OPEN_AUCTIONS_EVENTS = 100 * EventKind.CYCLE / 3;

    private static final int NUMBERS_BYTES = 48;
    private static final int AVERAGE_BYTES = 500;

    private final EventStream stream;
    private final StreamTexts texts;
    private final boolean draws;
    private long[] states = {};

    AuctionColumns(EventStream stream, int columns) {
        this.stream = stream;
        this.texts = stream.texts();
        this.draws = (columns & ~(1 << ID | 1 << TIME)) != 0;
    }

    @Override
    public void fill(EventBlock block) {
        int size = block.size();
        if (block.has(ID)) {
            ids(block.numbers(), block.longs(ID), size);
        }
        if (block.has(TIME)) {
            EventTimes.fill(stream, block.numbers(), block.longs(TIME), size);
        }
        if (!draws) {
            return;
        }
        if (states.length < size) {
            states = new long[block.capacity()];
        }
        sellers(block, size);
        if (block.has(CATEGORY)) {
            categories(block.longs(CATEGORY), size);
        }
        if (block.has(INITIAL_BID)) {
            initialBids(block.longs(INITIAL_BID), size);
        }
        if (block.has(EXPIRES)) {
            expiries(block.numbers(), block.longs(EXPIRES), size);
        }
        if (block.has(RESERVE)) {
            reserves(block.longs(RESERVE), size);
        }
        if (block.has(ITEM_NAME)) {
            itemNames(block, size);
        }
        if (block.has(DESCRIPTION)) {
            descriptions(block, size);
        }
        if (block.has(EXTRA)) {
            extras(block, size);
        }
    }

    private static void ids(long[] numbers, long[] ids, int size) {
        for (int i = 0; i < size; i++) {
            long cycle = numbers[i] / EventKind.CYCLE;
            ids[i] = Ids.FIRST + 3 * cycle + numbers[i] % EventKind.CYCLE - 1;
        }
    }

    /** Also leaves the states where the other columns' draws have fixed places behind them. */
    private void sellers(EventBlock block, int size) {
        boolean wanted = block.has(SELLER);
        long[] numbers = block.numbers();
        long[] sellers = block.longs(SELLER);
        for (int i = 0; i < size; i++) {
            long state = stream.state(numbers[i]) + STEP;
            long hot = threeOfFourMask(mix(state));
            if (wanted) {
                long person = numbers[i] / EventKind.CYCLE;
                long cold = Ids.activePerson(person, draw(state, 1));
                sellers[i] = Ids.FIRST + choose(hot, person / 100 * 100, cold);
            }
            states[i] = state + (STEP & ~hot);
        }
    }

    private void categories(long[] categories, int size) {
        for (int i = 0; i < size; i++) {
            categories[i] = 10 + below(draw(states[i], 1), 5);
        }
    }

    private void initialBids(long[] prices, int size) {
        for (int i = 0; i < size; i++) {
            prices[i] = initialBid(states[i]);
        }
    }

    private void expiries(long[] numbers, long[] expiries, int size) {
        for (int i = 0; i < size; i++) {
            long begin = stream.timeMillis(numbers[i]);
            long horizon = stream.timeMillis(numbers[i] + OPEN_AUCTIONS_EVENTS) - begin;
            long open = 1 + below(draw(states[i], 3), Math.max(1, 2 * horizon));
            expiries[i] = (begin + open) * 1000;
        }
    }

    private void itemNames(EventBlock block, int size) {
        for (int i = 0; i < size; i++) {
            slice(block, ITEM_NAME, i, itemNameLength(states[i]), draw(states[i], 5));
        }
        block.bytes(ITEM_NAME, texts.bytes);
    }

    private void descriptions(EventBlock block, int size) {
        for (int i = 0; i < size; i++) {
            slice(block, DESCRIPTION, i, descriptionLength(states[i]), draw(states[i], 7));
        }
        block.bytes(DESCRIPTION, texts.bytes);
    }

    private void reserves(long[] reserves, int size) {
        for (int i = 0; i < size; i++) {
            reserves[i] = initialBid(states[i]) + Prices.price(draw(states[i], 8));
        }
    }

    private void extras(EventBlock block, int size) {
        for (int i = 0; i < size; i++) {
            long state = states[i];
            int others = NUMBERS_BYTES + itemNameLength(state) + descriptionLength(state);
            int length = PaddingText.length(others, AVERAGE_BYTES, draw(state, 9));
            slice(block, EXTRA, i, length, draw(state, 10));
        }
        block.bytes(EXTRA, texts.bytes);
    }

    private static long initialBid(long state) {
        return Prices.price(draw(state, 2));
    }

    private static int itemNameLength(long state) {
        return 3 + (int) below(draw(state, 4), 17);
    }

    private static int descriptionLength(long state) {
        return 3 + (int) below(draw(state, 6), 97);
    }

    private static void slice(EventBlock block, int column, int row, int length, long mixed) {
        block.lengths(column)[row] = length;
        block.starts(column)[row] = (int) below(mixed, StreamTexts.POOL - length);
    }
}
