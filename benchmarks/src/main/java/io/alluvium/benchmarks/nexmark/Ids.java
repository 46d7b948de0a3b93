package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.below;

/** Who may be named by an event: ids of persons and auctions count from {@link #FIRST}. */
final class Ids {
    static final long FIRST = 1000;

    private static final long ACTIVE_PERSONS = 1000;

    /** How many persons are named before they exist. */
    private static final long LEAD = 10;

    private Ids() {}

    /** One of the last persons, or of the next few, counted from 0. */
    static long activePerson(long lastPerson, long mixed) {
        long persons = lastPerson + 1;
        long active = Math.min(persons, ACTIVE_PERSONS);
        return persons - active + below(mixed, active + LEAD);
    }
}
