package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.core.operator.DeadLetter;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides whether a job goes on behind a bad record: strict jobs stop at the first, others above a rate, judged a minute at a
 * time: more than {@code perMinute}, or more than {@code percent} of the rows read in it once {@link #FEW} are bad (a percentage
 * of a handful says nothing). Thread-safe.
 */
final class DeadLetterPolicy {
    static final int FEW = 100;
    private static final long MINUTE_MILLIS = 60_000;

    private final JobOptions options;
    private final Clock clock;
    private final LongAdder rows = new LongAdder();
    private long minuteStart;
    private long rowsBefore;
    private long rowsAtLast;
    private long bad;

    DeadLetterPolicy(JobOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
        this.minuteStart = clock.millis();
    }

    void rowsRead(long count) {
        rows.add(count);
    }

    /** @throws AlluviumException the letter's own error where the job is strict, else DEAD_LETTER_RATE above the rate */
    synchronized void judge(DeadLetter letter) {
        if (options.strict()) {
            throw new AlluviumException(
                    letter.error().code(),
                    letter.error().position(),
                    letter.error().problem() + " (in \"" + letter.node() + "\" at " + letter.position() + ")",
                    letter.error().hint(),
                    letter.error());
        }
        long now = clock.millis();
        if (now - minuteStart >= MINUTE_MILLIS) {
            minuteStart = now;
            rowsBefore = rowsAtLast; // the good rows since the last bad one count with this minute's
            bad = 0;
        }
        bad++;
        rowsAtLast = rows.sum();
        long read = Math.max(rowsAtLast - rowsBefore, bad);
        boolean tooMany = bad > options.deadLettersPerMinute();
        boolean tooLarge = bad > FEW && bad * 100.0 > options.deadLetterPercent() * read;
        if (tooMany || tooLarge) {
            throw new AlluviumException(
                    ErrorCode.DEAD_LETTER_RATE,
                    bad + " of " + read + " records were bad within a minute, more than "
                            + (tooMany
                                    ? options.deadLettersPerMinute() + " a minute"
                                    : options.deadLetterPercent() + " percent")
                            + "; the last one, in \"" + letter.node() + "\" at " + letter.position() + ": "
                            + letter.error().problem(),
                    "mend the source, or allow more dead letters",
                    letter.error());
        }
    }
}
