package io.alluvium.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.planner.PlannedJob;
import io.alluvium.runtime.engine.JobHandle;
import io.alluvium.runtime.engine.JobReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs side by side whose ends the test decides. */
@Timeout(30)
class JobsTogetherTest {
    private final AlluviumException down = new AlluviumException(ErrorCode.EXTERNAL_FAILED, "the store is down");

    private static final JobReport NOTHING = new JobReport(Map.of(), Map.of(), 0, 0, 0, 0, 0, 0, 0);

    private final FakeJob first = new FakeJob("first");
    private final FakeJob second = new FakeJob("second");
    private final FakeJob third = new FakeJob("third");

    @Test
    void aLaterJobThatFailsStopsTheOthersWithACommit() throws Exception {
        Future<AlluviumException> failure = failureOfRun();
        second.end.completeExceptionally(down);
        assertSame(down, failure.get());
        assertEquals(List.of(true, true), List.of(first.asked, third.asked));
        assertTrue(first.end.isDone() && third.end.isDone());
    }

    @Test
    void theFirstFailureCountsAndThoseAtTheLastCommitAreKept() throws Exception {
        AlluviumException late = new AlluviumException(ErrorCode.STORAGE_FAILED, "the disk is full");
        first.atStop = late;
        Future<AlluviumException> failure = failureOfRun();
        third.end.completeExceptionally(down);
        assertSame(down, failure.get());
        assertEquals(List.of(late), List.of(down.getSuppressed()));
        assertTrue(second.asked, "one failed stop does not keep the next from being asked");
    }

    @Test
    void allThatEndedAreReportedInTheGivenOrder() {
        List.of(third, first, second).forEach(job -> job.end.complete(NOTHING));
        Map<String, JobRun> runs = new JobsTogether(this::start, System.err).run(steps());
        assertEquals(List.of("first", "second", "third"), new ArrayList<>(runs.keySet()));
    }

    private Future<AlluviumException> failureOfRun() {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(() -> assertThrows(
                    AlluviumException.class, () -> new JobsTogether(this::start, System.err).run(steps())));
        } finally {
            thread.shutdown();
        }
    }

    private JobHandle start(Step.Job job) {
        return List.of(first, second, third).stream()
                .filter(each -> each.job().equals(job.name()))
                .findFirst()
                .orElseThrow();
    }

    private List<Step.Job> steps() {
        return List.of(first.step(), second.step(), third.step());
    }

    /** A job that runs until the test ends it, or it is asked to stop. */
    private static final class FakeJob implements JobHandle {
        private final CompletableFuture<JobReport> end = new CompletableFuture<>();
        private final String name;
        private volatile RuntimeException atStop;
        private volatile boolean asked;

        FakeJob(String name) {
            this.name = name;
        }

        Step.Job step() {
            PlannedJob planned = new PlannedJob(
                    new PhysicalPlan(name, List.of()), List.of(), List.of(), false, List.of(), Map.of(), "", List.of());
            return new Step.Job(planned, "", new Settings(), new SourcePosition(null, 1, 1, 1, 1, null));
        }

        @Override
        public String job() {
            return name;
        }

        @Override
        public JobReport await() {
            try {
                return end.join();
            } catch (CompletionException e) {
                throw (RuntimeException) e.getCause();
            }
        }

        @Override
        public void whenEnded(Runnable action) {
            var unused = end.whenComplete((report, failure) -> action.run());
        }

        @Override
        public void askToStop() {
            asked = true;
            if (atStop == null) {
                end.complete(NOTHING);
            } else {
                end.completeExceptionally(atStop);
            }
        }

        @Override
        public JobReport stop() {
            askToStop();
            return await();
        }

        @Override
        public JobReport untilCaughtUp() {
            throw new AssertionError();
        }

        @Override
        public void quiesce() {
            throw new AssertionError();
        }

        @Override
        public void checkpoint() {
            throw new AssertionError();
        }

        @Override
        public void kill() {
            throw new AssertionError();
        }

        @Override
        public JobReport report() {
            throw new AssertionError();
        }

        @Override
        public boolean ended() {
            return end.isDone();
        }
    }
}
