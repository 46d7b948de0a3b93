package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.below;
import static io.alluvium.benchmarks.nexmark.Draws.draw;
import static io.alluvium.benchmarks.nexmark.Draws.skip;

/**
 * Persons. Draws, in order: name, emailAddress (4: length and place of either word), creditCard (4 groups of digits), city,
 * state, extra (length, place). Addresses and card numbers are the only texts that are written out.
 */
final class PersonColumns implements EventCursor.Columns {
    static final int ID = 0;
    static final int NAME = 1;
    static final int EMAIL = 2;
    static final int CARD = 3;
    static final int CITY = 4;
    static final int STATE = 5;
    static final int TIME = 6;
    static final int EXTRA = 7;

    private static final int ID_BYTES = 8;
    private static final int AVERAGE_BYTES = 200;
    private static final int CARD_GROUPS = 4;
    private static final int CARD_LENGTH = 5 * CARD_GROUPS - 1;
    private static final int LONGEST_EMAIL = 16;

    private final EventStream stream;
    private final StreamTexts texts;
    private final boolean draws;

    PersonColumns(EventStream stream, int columns) {
        this.stream = stream;
        this.texts = stream.texts();
        this.draws = (columns & ~(1 << ID | 1 << TIME)) != 0;
    }

    @Override
    public void fill(EventBlock block) {
        int size = block.size();
        long[] numbers = block.numbers();
        if (block.has(TIME)) {
            EventTimes.fill(stream, numbers, block.longs(TIME), size);
        }
        if (block.has(ID)) {
            long[] ids = block.longs(ID);
            for (int i = 0; i < size; i++) {
                ids[i] = Ids.FIRST + numbers[i] / EventKind.CYCLE;
            }
        }
        if (draws) {
            texts(block);
        }
    }

    private void texts(EventBlock block) {
        if (block.has(EMAIL)) {
            block.bytes(EMAIL, new byte[block.size() * LONGEST_EMAIL]);
        }
        if (block.has(CARD)) {
            block.bytes(CARD, new byte[block.size() * CARD_LENGTH]);
        }
        for (int column : new int[] {NAME, CITY, STATE, EXTRA}) {
            block.bytes(column, texts.bytes);
        }
        for (int i = 0; i < block.size(); i++) {
            long state = stream.state(block.numbers()[i]);
            int bytes = ID_BYTES;
            bytes += choose(block, NAME, i, texts.names, draw(state, 1));
            bytes += email(block, i, skip(state, 1));
            bytes += card(block, i, skip(state, 5));
            bytes += choose(block, CITY, i, texts.cities, draw(state, 10));
            bytes += choose(block, STATE, i, texts.states, draw(state, 11));
            if (block.has(EXTRA)) {
                int length = PaddingText.length(bytes, AVERAGE_BYTES, draw(state, 12));
                range(block, EXTRA, i, (int) below(draw(state, 13), StreamTexts.POOL - length), length);
            }
        }
    }

    private static int choose(EventBlock block, int column, int row, StreamTexts.Choice choice, long mixed) {
        int at = (int) below(mixed, choice.size());
        int length = choice.lengths()[at];
        if (block.has(column)) {
            range(block, column, row, choice.starts()[at], length);
        }
        return length;
    }

    private int email(EventBlock block, int row, long state) {
        int user = 3 + (int) below(draw(state, 1), 4);
        int host = 3 + (int) below(draw(state, 3), 2);
        int length = user + 1 + host + 4;
        if (block.has(EMAIL)) {
            byte[] to = block.bytes(EMAIL);
            int start = row * LONGEST_EMAIL;
            int at = start;
            at = letters(to, at, user, draw(state, 2));
            to[at++] = '@';
            at = letters(to, at, host, draw(state, 4));
            to[at] = '.';
            to[at + 1] = 'c';
            to[at + 2] = 'o';
            to[at + 3] = 'm';
            range(block, EMAIL, row, start, length);
        }
        return length;
    }

    private int letters(byte[] to, int at, int length, long mixed) {
        System.arraycopy(texts.bytes, (int) below(mixed, StreamTexts.POOL - length), to, at, length);
        return at + length;
    }

    private static int card(EventBlock block, int row, long state) {
        if (block.has(CARD)) {
            byte[] to = block.bytes(CARD);
            int start = row * CARD_LENGTH;
            for (int group = 0; group < CARD_GROUPS; group++) {
                int at = start + 5 * group;
                if (group > 0) {
                    to[at - 1] = ' ';
                }
                int digits = (int) below(draw(state, group + 1), 10_000);
                for (int place = 3; place >= 0; place--) {
                    to[at + place] = (byte) ('0' + digits % 10);
                    digits /= 10;
                }
            }
            range(block, CARD, row, start, CARD_LENGTH);
        }
        return CARD_LENGTH;
    }

    private static void range(EventBlock block, int column, int row, int start, int length) {
        block.starts(column)[row] = start;
        block.lengths(column)[row] = length;
    }
}
