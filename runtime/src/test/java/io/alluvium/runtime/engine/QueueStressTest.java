package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.io.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the simulation's one thread cannot show: real threads that race for a second or so on the signal and the gate. */
class QueueStressTest {
    private static final long RACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1200);
    private static final int WORKERS = 3;

    /** Far beyond the test's patience: only a wake-up ends a wait in time. */
    private static final long NEVER_NANOS = TimeUnit.HOURS.toNanos(1);

    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "stress");
        thread.setDaemon(true);
        return thread;
    });

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** An inbox as workers and the coordinator have it: a queue, and the signal raised behind each message. */
    private static final class Inbox {
        private final Queue<Long> messages = new ConcurrentLinkedQueue<>();
        private final Signal signal = new Signal();

        void post(long message) {
            messages.add(message);
            signal.raise();
        }

        long take() {
            while (true) {
                Long message = messages.poll();
                if (message != null) {
                    return message;
                }
                signal.await(NEVER_NANOS);
            }
        }
    }

    /** Every message is answered, and the next ones are sent when all answers are there: one lost wake-up and all sleep. */
    @Test
    void noWakeUpIsLost() throws Exception {
        Inbox home = new Inbox();
        List<Inbox> others = new ArrayList<>();
        List<Future<?>> echoes = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Inbox inbox = new Inbox();
            others.add(inbox);
            echoes.add(threads.submit(() -> {
                for (long message = inbox.take(); message >= 0; message = inbox.take()) {
                    home.post(message);
                }
            }));
        }
        Future<Long> rounds = threads.submit(() -> {
            long round = 0;
            for (long end = System.nanoTime() + RACE_NANOS; System.nanoTime() - end < 0; round++) {
                for (Inbox other : others) {
                    other.post(round);
                }
                for (int i = 0; i < WORKERS; i++) {
                    assertEquals(round, home.take());
                }
            }
            others.forEach(other -> other.post(-1));
            return round;
        });
        assertTrue(within(rounds) > 0);
        for (Future<?> echo : echoes) {
            within(echo);
        }
    }

    /**
     * Workers open, read and mark epochs as {@link Worker} does, while a coordinator closes and completes them: each takes part in every
     * epoch once and in order, at most two are in flight, and none opens behind the last.
     */
    @Test
    void everyWorkerTakesPartInEveryEpoch() throws Exception {
        int gates = 0;
        for (long end = System.nanoTime() + RACE_NANOS; System.nanoTime() - end < 0; gates++) {
            race(1 + gates % 40);
        }
        assertTrue(gates > 0);
    }

    private void race(int epochs) throws Exception {
        EpochGate gate = new EpochGate(Clock.system(), 0, 0);
        AtomicInteger done = new AtomicInteger();
        AtomicInteger[] marked = new AtomicInteger[epochs + 1];
        for (int i = 0; i <= epochs; i++) {
            marked[i] = new AtomicInteger();
        }
        List<Queue<Long>> closings = new ArrayList<>();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Queue<Long> closing = new ConcurrentLinkedQueue<>();
            closings.add(closing);
            workers.add(threads.submit(() -> work(gate, closing, epochs, done, marked)));
        }
        within(threads.submit(() -> coordinate(gate, closings, epochs, done, marked)));
        for (Future<?> worker : workers) {
            within(worker);
        }
        assertNull(gate.current(), "an epoch opened behind the last");
        assertEquals(epochs, gate.lastOpened());
        assertEquals(0, gate.inFlight());
    }

    private static void work(
            EpochGate gate, Queue<Long> closing, int epochs, AtomicInteger done, AtomicInteger[] marked) {
        long lastMarked = 0;
        long lastRead = 0;
        while (lastMarked < epochs) {
            Long closed = closing.poll();
            if (closed != null) {
                assertEquals(lastMarked + 1, closed);
                lastMarked = closed;
                marked[(int) lastMarked].incrementAndGet();
            }
            OpenEpoch open = gate.current();
            if (open == null && gate.mayOpen() && lastMarked == gate.lastOpened()) {
                open = gate.open(true);
                assertEquals(lastMarked + 1, open.number(), "rows would belong to another epoch");
            }
            if (open != null && open.number() == lastMarked + 1 && lastRead < open.number()) {
                assertEquals(lastRead + 1, open.number());
                lastRead = open.number();
                done.incrementAndGet();
            }
        }
    }

    private static void coordinate(
            EpochGate gate, List<Queue<Long>> closings, int epochs, AtomicInteger done, AtomicInteger[] marked) {
        long completed = 0;
        while (completed < epochs) {
            OpenEpoch open = gate.current();
            if (open != null && done.compareAndSet(WORKERS, 0)) {
                if (open.number() == epochs) {
                    gate.shut();
                }
                gate.closed();
                closings.forEach(closing -> closing.add(open.number()));
            }
            assertTrue(gate.inFlight() <= 2, gate.inFlight() + " epochs in flight");
            if (marked[(int) completed + 1].get() == WORKERS) {
                gate.completed(++completed);
            }
        }
    }

    private static <T> T within(Future<T> work) throws InterruptedException, ExecutionException {
        try {
            return work.get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("somebody sleeps on", e);
        }
    }
}
