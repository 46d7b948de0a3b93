package io.alluvium.runtime.engine;

/**
 * A running job. Calls that wait throw the job's own error ({@link io.alluvium.core.error.AlluviumException}) where it failed
 * for good. Thread-safe.
 */
public interface JobHandle {

    String job();

    /** Waits until the job has ended: its bounded input is read and committed, it was stopped, or it failed. */
    JobReport await();

    /** Calls an action once when the job has ended, whichever way, on a thread of the job or at once. It must not wait. */
    void whenEnded(Runnable action);

    /** Asks the job to commit what was read and to stop; does not wait for it. */
    void askToStop();

    /** Commits what was read and stops; waits for it. */
    JobReport stop();

    /** Reads what the sources have now, commits and stops; waits for it. Watermarks do not move by it. */
    JobReport untilCaughtUp();

    /** Waits until everything that the sources had at the call went through; the job goes on. */
    void quiesce();

    /** Makes a checkpoint where anything changed since the last one, and waits until its commit is written out. */
    void checkpoint();

    /** Ends the job at once without a commit, as a crash does; waits until its threads are gone. */
    void kill();

    JobReport report();

    boolean ended();
}
