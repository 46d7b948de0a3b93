package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.STEP;
import static io.alluvium.benchmarks.nexmark.Draws.below;
import static io.alluvium.benchmarks.nexmark.Draws.choose;
import static io.alluvium.benchmarks.nexmark.Draws.draw;
import static io.alluvium.benchmarks.nexmark.Draws.mix;
import static io.alluvium.benchmarks.nexmark.Draws.oneOfTwoMask;
import static io.alluvium.benchmarks.nexmark.Draws.threeOfFourMask;

/**
 * Bids, a column at a time. Draws, in order: auction (1 if hot, else 2), bidder (1 if hot, else 2), price, channel (2), extra
 * (2). A column that is not asked for still moves the states on where later columns need them.
 */
final class BidColumns implements EventCursor.Columns {
    static final int AUCTION = 0;
    static final int BIDDER = 1;
    static final int PRICE = 2;
    static final int CHANNEL = 3;
    static final int URL = 4;
    static final int TIME = 5;
    static final int EXTRA = 6;

    private static final int EXTRA_SHORTEST = 54;
    private static final int EXTRA_SPREAD = 28;

    private final EventStream stream;
    private final StreamTexts texts;
    private final boolean drawsPastAuction;
    private final boolean drawsPastBidder;
    private long[] states = {};
    private long[] cycles = {};

    BidColumns(EventStream stream, int columns) {
        this.stream = stream;
        this.texts = stream.texts();
        int pastBidder = 1 << PRICE | 1 << CHANNEL | 1 << URL | 1 << EXTRA;
        this.drawsPastBidder = (columns & pastBidder) != 0;
        this.drawsPastAuction = (columns & (pastBidder | 1 << BIDDER)) != 0;
    }

    @Override
    public void fill(EventBlock block) {
        int size = block.size();
        if (states.length < size) {
            states = new long[block.capacity()];
            cycles = new long[block.capacity()];
        }
        if (block.has(TIME)) {
            EventTimes.fill(stream, block.numbers(), block.longs(TIME), size);
        }
        if (block.has(AUCTION) || drawsPastAuction) {
            start(block.numbers(), size);
        }
        if (block.has(AUCTION)) {
            auctions(block.longs(AUCTION), size);
        } else if (drawsPastAuction) {
            skipAuctions(size);
        }
        if (block.has(BIDDER)) {
            bidders(block.longs(BIDDER), size);
        } else if (drawsPastBidder) {
            skipBidders(size);
        }
        if (block.has(PRICE)) {
            prices(block.longs(PRICE), size);
        }
        if (block.has(CHANNEL)) {
            channels(block, CHANNEL, texts.channels, size);
        }
        if (block.has(URL)) {
            channels(block, URL, texts.urls, size);
        }
        if (block.has(EXTRA)) {
            extras(block, size);
        }
    }

    private void start(long[] numbers, int size) {
        for (int i = 0; i < size; i++) {
            long number = numbers[i];
            states[i] = stream.state(number);
            cycles[i] = number / EventKind.CYCLE;
        }
    }

    private void auctions(long[] auctions, int size) {
        for (int i = 0; i < size; i++) {
            long state = states[i] + STEP;
            long hot = oneOfTwoMask(mix(state));
            long last = 3 * cycles[i] + 2;
            long min = Math.max(0, last - 100);
            long cold = min + below(draw(state, 1), last - min + 11);
            auctions[i] = Ids.FIRST + choose(hot, last / 100 * 100, cold);
            states[i] = state + (STEP & ~hot);
        }
    }

    private void skipAuctions(int size) {
        for (int i = 0; i < size; i++) {
            long state = states[i] + STEP;
            states[i] = state + (STEP & ~oneOfTwoMask(mix(state)));
        }
    }

    private void bidders(long[] bidders, int size) {
        for (int i = 0; i < size; i++) {
            long state = states[i] + STEP;
            long hot = threeOfFourMask(mix(state));
            long person = cycles[i];
            long cold = Ids.activePerson(person, draw(state, 1));
            bidders[i] = Ids.FIRST + choose(hot, person / 100 * 100 + 1, cold);
            states[i] = state + (STEP & ~hot);
        }
    }

    private void skipBidders(int size) {
        for (int i = 0; i < size; i++) {
            long state = states[i] + STEP;
            states[i] = state + (STEP & ~threeOfFourMask(mix(state)));
        }
    }

    // From here on the draws have fixed places behind the states: price 1, channel 2 and 3, extra 4 and 5.

    private void prices(long[] prices, int size) {
        for (int i = 0; i < size; i++) {
            prices[i] = Prices.price(draw(states[i], 1));
        }
    }

    private void channels(EventBlock block, int column, StreamTexts.Choice choice, int size) {
        int[] starts = block.starts(column);
        int[] lengths = block.lengths(column);
        for (int i = 0; i < size; i++) {
            long hot = oneOfTwoMask(draw(states[i], 2));
            long which = draw(states[i], 3);
            int at = (int) choose(
                    hot,
                    below(which, StreamTexts.HOT_CHANNELS),
                    StreamTexts.HOT_CHANNELS + below(which, StreamTexts.CHANNELS));
            starts[i] = choice.starts()[at];
            lengths[i] = choice.lengths()[at];
        }
        block.bytes(column, texts.bytes);
    }

    private void extras(EventBlock block, int size) {
        int[] starts = block.starts(EXTRA);
        int[] lengths = block.lengths(EXTRA);
        for (int i = 0; i < size; i++) {
            int length = EXTRA_SHORTEST + (int) below(draw(states[i], 4), EXTRA_SPREAD);
            lengths[i] = length;
            starts[i] = (int) below(draw(states[i], 5), StreamTexts.POOL - length);
        }
        block.bytes(EXTRA, texts.bytes);
    }
}
