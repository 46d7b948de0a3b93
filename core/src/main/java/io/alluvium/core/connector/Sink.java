package io.alluvium.core.connector;

import org.jspecify.annotations.Nullable;

/** A table opened for writing, in one of three ways of delivery. */
public sealed interface Sink extends AutoCloseable {

    @Override
    default void close() {}

    /**
     * A store that takes the net changes of a commit after the checkpoint that holds them was published (write-ahead). One
     * caller at a time.
     */
    non-sealed interface WriteAhead extends Sink {

        /** The last commit of a job into this table, as the store itself says; version 0 and attempt 0 for none. */
        LedgerEntry ledger(String job);

        /**
         * Writes a commit: in one transaction with its ledger entry where the store has transactions, else idempotently by key
         * and then the entry. A call with a version that the ledger holds already (or a lower one) writes no rows. In any case
         * the entry's attempt becomes the commit's: a start raises it so, with its ledger's version (0 where there is no entry
         * yet; the entry is made) and no changes, to fence older processes. Refused with FENCED where the ledger holds a newer
         * attempt.
         */
        void commit(Commit commit, Iterable<ChangeBatch> changes);
    }

    /** A store with transactions of its own that outlive the process: prepare with the checkpoint, commit after it. */
    non-sealed interface Transactional extends Sink {

        /**
         * Refuses a store whose transactions would end before their commit can come; called first of all.
         *
         * @throws io.alluvium.core.error.AlluviumException OPTION_INVALID with the arithmetic
         */
        default void requireTime(Timing timing) {}

        /** Opens a writer of one worker; the rows of several commits are written to it one after the other. */
        Writer writer(int worker, long attempt);

        /** Makes a prepared commit visible; repeating it changes nothing. Any process may call it. */
        void commit(Commit commit, byte[] committable);

        /** Removes whatever an earlier attempt wrote and never committed; called at start, after pending commits were finished. */
        void abortDangling(String job);

        /** Writes rows that become visible together. Used by one thread. */
        interface Writer extends AutoCloseable {
            void write(ChangeBatch changes);

            /**
             * Makes all rows since the last call durable and invisible.
             *
             * @return what {@link Transactional#commit} needs, or null where nothing was written
             */
            byte @Nullable [] prepare(Commit commit);

            @Override
            void close();
        }
    }

    /** Shows rows at the end of each epoch, with no guarantee after a crash: print, blackhole. */
    non-sealed interface Immediate extends Sink {
        Writer writer(int worker);

        /**
         * True where an epoch's changes are netted first: one a key, none that cancel out. False where nobody looks at them: they
         * then come as they are, each row by itself.
         */
        default boolean netted() {
            return true;
        }

        /** Used by one thread. */
        interface Writer extends AutoCloseable {
            void write(ChangeBatch changes);

            @Override
            default void close() {}
        }
    }

    /**
     * A commit of a job.
     *
     * @param version milliseconds; greater than every earlier one of the warehouse
     * @param attempt counts the starts of the job; fences older processes
     */
    record Commit(String job, long version, long attempt) {}

    /**
     * How long it takes from the first row of a commit until it is visible.
     *
     * @param checkpointIntervalMillis between two checkpoints
     * @param checkpointTimeoutMillis a checkpoint takes no longer, or the job fails
     * @param restartMillis the longest wait before a failed job is started again
     */
    record Timing(long checkpointIntervalMillis, long checkpointTimeoutMillis, long restartMillis) {}

    /** What a store says of a job. */
    record LedgerEntry(long version, long attempt) {}
}
