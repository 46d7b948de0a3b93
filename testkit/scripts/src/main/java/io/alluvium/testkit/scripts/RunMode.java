package io.alluvium.testkit.scripts;

import java.util.List;

/**
 * One way to run a script; every way must give the same.
 *
 * @param parallelism of the first start, then of each further one in turn, from the beginning again at the end
 * @param batches how much of a feed an epoch may take
 * @param afterFeed what happens to all jobs behind each feed
 */
public record RunMode(String name, List<Integer> parallelism, Batches batches, AfterFeed afterFeed) {
    public RunMode {
        parallelism = List.copyOf(parallelism);
    }

    /** How much of a feed an epoch may take. */
    public enum Batches {
        /** Each change is an epoch of its own. */
        ONE,
        /** Everything that is there. */
        ALL
    }

    /** What happens behind each feed. */
    public enum AfterFeed {
        NOTHING,
        /** A crash and a restore; every other time a checkpoint before it, so that the rest is read again. */
        CRASH,
        /** A checkpoint, a crash and a restore with other workers. */
        RESCALE
    }

    /** The ways that every script is run in. */
    public static final List<RunMode> ALL = List.of(
            new RunMode("1 worker, changes one by one", List.of(1), Batches.ONE, AfterFeed.NOTHING),
            new RunMode("1 worker, crashes", List.of(1), Batches.ALL, AfterFeed.CRASH),
            new RunMode("3 workers", List.of(3), Batches.ALL, AfterFeed.NOTHING),
            new RunMode("3 workers, changes one by one, crashes", List.of(3), Batches.ONE, AfterFeed.CRASH),
            new RunMode("1, 3, 2 workers in turn", List.of(1, 3, 2), Batches.ALL, AfterFeed.RESCALE));

    @Override
    public String toString() {
        return name;
    }
}
