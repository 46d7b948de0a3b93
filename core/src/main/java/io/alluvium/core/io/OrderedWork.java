package io.alluvium.core.io;

import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of work that run on other threads, in any order, and give their results back in the order in which they were handed in.
 * Used by one thread, but for the work itself.
 *
 * @param <R> result of a piece
 */
public final class OrderedWork<R extends Object> {
    private final Executor executor;
    private final int most;
    private final Runnable wakeUp;
    private final ArrayDeque<FutureTask<R>> pieces = new ArrayDeque<>();

    /**
     * @param most pieces that are on their way at a time
     * @param wakeUp called on the working thread when a piece is done
     */
    public OrderedWork(Executor executor, int most, Runnable wakeUp) {
        this.executor = executor;
        this.most = most;
        this.wakeUp = wakeUp;
    }

    public boolean hasRoom() {
        return pieces.size() < most;
    }

    public boolean isEmpty() {
        return pieces.isEmpty();
    }

    public void submit(Callable<R> piece) {
        FutureTask<R> task = new FutureTask<>(piece) {
            @Override
            protected void done() {
                wakeUp.run();
            }
        };
        pieces.add(task);
        executor.execute(task);
    }

    /**
     * The result of the oldest piece, or null where it is not done yet or there is none. Does not wait.
     *
     * @throws RuntimeException what the piece failed with
     */
    public @Nullable R poll() {
        FutureTask<R> oldest = pieces.peek();
        if (oldest == null || !oldest.isDone()) {
            return null;
        }
        pieces.remove();
        try {
            return oldest.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
