package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.runtime.checkpoint.DeadLetterFiles;
import io.alluvium.runtime.simulation.KeyedStore;
import io.alluvium.runtime.simulation.LogTable;
import io.alluvium.runtime.simulation.SimulatedCrash;
import io.alluvium.runtime.simulation.SimulatedFiles;
import io.alluvium.runtime.simulation.TestOperators;
import io.alluvium.runtime.simulation.TestPlans;
import io.alluvium.runtime.simulation.TestTables;
import io.alluvium.runtime.simulation.TransactionalBag;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One job from its first start to its end, with crashes in between, all drawn from a seed: the shipped classes, driven step by
 * step from one thread, over a clock, files, logs and stores that the simulation holds. At the end the stores must hold the
 * answer of the whole input, once; on the way the stores check every commit they get.
 */
final class Simulation {
    private static final int KEYS = 12;
    private static final long BAD_AMOUNT = TestOperators.BAD_AMOUNT;
    private static final int MOST_STEPS = 100_000;
    private static final String STEP = "step";

    private final Random random;
    private final long seed;
    private final SimulatedFiles files;
    private final KeyedStore store;
    private final TransactionalBag bag = new TransactionalBag();
    private final LogTable log = new LogTable(TestPlans.LOG, 7);
    private final LogTable events = new LogTable(TestPlans.LOG, 5);
    private final Map<String, long[]> sums = new TreeMap<>();
    private final List<long[]> removable = new ArrayList<>();
    private final List<String> appended = new ArrayList<>();
    private final CommitVersions versions = new CommitVersions();
    private final Map<CrashMoment, Integer> crashes = new EnumMap<>(CrashMoment.class);
    private final boolean zombies;
    private long nowMicros = 1_700_000_000_000_000L;
    private long bad;
    private boolean restoring;
    private TestOperators operators = new TestOperators();
    private int crashesLeft;
    private @Nullable CrashMoment target;
    private int countdown;
    private Work io = new Work();
    private @Nullable JobAttempt successor;
    private Work successorIo = io;
    private boolean takingOver;
    private @Nullable Runnable mergingBeside;
    private int fencedProcesses;

    Simulation(long seed, int crashes, boolean storeFences, boolean zombies) {
        this.seed = seed;
        this.random = new Random(seed);
        this.files = new SimulatedFiles(new Random(seed ^ 0x5DEECE66DL));
        this.store = new KeyedStore(storeFences);
        this.crashesLeft = crashes;
        this.zombies = zombies;
    }

    SimulatedFiles files() {
        return files;
    }

    int fencedProcesses() {
        return fencedProcesses;
    }

    Map<CrashMoment, Integer> crashes() {
        return crashes;
    }

    /** Blocking work that an attempt has submitted: the one kind in order, merges beside it. */
    private static final class Work {
        final ArrayDeque<Runnable> pieces = new ArrayDeque<>();
        final ArrayDeque<Runnable> merges = new ArrayDeque<>();
    }

    /** @throws AssertionError with the seed, where anything was lost, doubled, or went back */
    void run() {
        try {
            files.faults(this::fault);
            store.faults(this::fault);
            bag.faults(this::fault);
            for (int split = 0; split < 3; split++) {
                log.makeSplit("log-" + split);
                events.makeSplit("events-" + split);
            }
            feed(20);
            aim();
            int steps = 0;
            JobAttempt running = null;
            while (running == null || !running.finished()) {
                require(++steps < MOST_STEPS, "the job does not come to its end");
                try {
                    running = running == null ? start() : running;
                    step(running, io, true);
                    if (successor != null) {
                        running = handOver(running, successor);
                    }
                } catch (SimulatedCrash crash) {
                    crashed(crash);
                    running = null;
                }
            }
            running.close();
            check();
        } catch (AssertionError | RuntimeException | IOException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private void crashed(SimulatedCrash crash) {
        CrashMoment moment = crash.getMessage().equals(STEP)
                ? CrashMoment.MID_EPOCH
                : CrashMoment.of(String.valueOf(crash.getMessage()), restoring);
        crashes.merge(moment, 1, Integer::sum);
        crashesLeft--;
        restoring = false;
        io = new Work();
        files.crash();
        aim();
    }

    private JobAttempt start() {
        restoring = true;
        TestTables tables = new TestTables(() -> nowMicros)
                .log("log", log)
                .log("events", events)
                .sink("store", () -> store)
                .sink("bag", () -> bag);
        operators = new TestOperators();
        Surroundings surroundings =
                new Surroundings(tables, operators, operators, () -> nowMicros, files, true, null, versions);
        JobOptions options = JobOptions.defaults(ZoneOffset.UTC)
                .withParallelism(1 + random.nextInt(3))
                .withCheckpointIntervalMillis(random.nextBoolean() ? 1000 : 100)
                .withEpochs(100, 64 << 20, random.nextBoolean() ? 64 << 20 : 200)
                .withDeadLetterLimits(100, 1_000_000)
                .withStateFileBytes(random.nextBoolean() ? 16 << 20 : 40)
                .withMergeFiles(1 + random.nextInt(4));
        Work blocking = io;
        JobAttempt attempt = new JobAttempt(
                TestPlans.simulated(), options, surroundings, false, blocking.pieces::add, blocking.merges::add);
        restoring = false;
        while (target == CrashMoment.RESTORING) {
            aim(); // it got through, and does not restore again while it runs
        }
        return attempt;
    }

    /** One worker, the coordinator, or the I/O thread goes on a little. */
    private void step(JobAttempt attempt, Work blocking, boolean crashing) {
        nowMicros += random.nextInt(20_000);
        List<Step> steps = attempt.steps();
        int chosen = random.nextInt(steps.size() + 3);
        if (chosen > steps.size() + 1) {
            operators.server().answerOne(random);
        } else if (chosen == steps.size() + 1) {
            merge(attempt, blocking);
        } else if (chosen == steps.size()) {
            Runnable work = blocking.pieces.poll();
            if (work != null) {
                work.run();
            }
        } else if (steps.get(chosen).step() && crashing && target == CrashMoment.MID_EPOCH && --countdown <= 0) {
            throw new SimulatedCrash(STEP);
        }
        Throwable failure = attempt.failure();
        if (failure instanceof SimulatedCrash crash) {
            throw crash;
        }
        if (failure != null && crashing && successor == null) {
            throw new AssertionError("the attempt failed: " + failure, failure);
        }
        if (random.nextInt(12) == 0) {
            feed(random.nextInt(4));
        }
    }

    /** A merge runs beside everything else: wherever it touches a file the others may go on before it does. */
    private void merge(JobAttempt attempt, Work blocking) {
        Runnable work = mergingBeside == null ? blocking.merges.poll() : null;
        if (work != null) {
            mergingBeside = () -> step(attempt, blocking, successor == null && !takingOver);
            try {
                work.run();
            } finally {
                mergingBeside = null;
            }
        }
    }

    private void goOnBesideTheMerge() {
        Runnable others = mergingBeside;
        for (int i = random.nextInt(8); others != null && i > 0; i--) {
            others.run();
        }
    }

    /** The process that took over goes on; the older one, which does not know, tries to finish its commit. */
    private JobAttempt handOver(JobAttempt zombie, JobAttempt next) {
        Work older = io;
        successor = null;
        Throwable failure;
        try {
            undisturbed(zombie, older, 300);
            failure = zombie.failure();
        } catch (AlluviumException e) {
            failure = e;
        }
        boolean fenced = failure instanceof AlluviumException known && known.code() == ErrorCode.FENCED;
        boolean cleared = failure instanceof AlluviumException known && known.code() == ErrorCode.STORAGE_FAILED;
        require(failure == null || fenced || cleared, "the older process failed otherwise: " + failure);
        fencedProcesses += fenced ? 1 : 0;
        io = successorIo;
        return next;
    }

    private void undisturbed(JobAttempt attempt, Work blocking, int steps) {
        CrashMoment aimed = target;
        target = null;
        for (int i = 0; i < steps && attempt.failure() == null && !attempt.finished(); i++) {
            step(attempt, blocking, false);
        }
        target = aimed;
    }

    /** Another process starts while this one is about to publish: its lock was lost. */
    private void takeOver() {
        Work older = io;
        CrashMoment aimed = target;
        target = null;
        takingOver = true;
        successorIo = new Work();
        io = successorIo;
        JobAttempt next = start();
        undisturbed(next, successorIo, random.nextInt(400));
        require(next.failure() == null, "the newer process failed: " + next.failure());
        successor = next;
        io = older;
        takingOver = false;
        target = aimed;
    }

    private void fault(String operation) {
        if (CrashMoment.of(operation, restoring) == CrashMoment.MERGING) {
            goOnBesideTheMerge();
        }
        if (zombies && !takingOver && successor == null && !restoring && operation.startsWith("rename manifests")) {
            if (random.nextInt(4) == 0) {
                takeOver();
            }
            return;
        }
        if (successor != null) {
            return; // the older process goes on until it is fenced
        }
        CrashMoment moment = CrashMoment.of(operation, restoring);
        if (moment == target && --countdown <= 0) {
            throw new SimulatedCrash(operation);
        }
    }

    /** Chooses where the next crash happens. */
    private void aim() {
        if (crashesLeft <= 0) {
            target = null;
            if (!log.ended()) {
                feed(10);
                log.end();
                events.end();
            }
            return;
        }
        CrashMoment[] moments = CrashMoment.values();
        target = moments[random.nextInt(moments.length)];
        countdown = 1 + random.nextInt(target == CrashMoment.MID_EPOCH ? 200 : 12);
    }

    private void feed(int rows) {
        if (log.ended()) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            String split = "-" + random.nextInt(3);
            long key = random.nextInt(KEYS);
            long amount = random.nextInt(30);
            if (!removable.isEmpty() && random.nextInt(3) == 0) {
                long[] old = removable.remove(random.nextInt(removable.size()));
                append("log-" + old[2], -1, old[0], old[1]);
                long[] now = {old[0], amount == BAD_AMOUNT ? 1 : amount, old[2]};
                append("log-" + now[2], 1, now[0], now[1]);
                removable.add(now);
            } else if (amount == BAD_AMOUNT) {
                log.append("log" + split, 1, key, amount);
                bad++;
            } else {
                append("log" + split, 1, key, amount);
                removable.add(new long[] {key, amount, Long.parseLong(split.substring(1))});
            }
            long event = appended.size();
            events.append("events" + split, 1, event, amount);
            appended.add("[" + event + ", " + amount + "]");
        }
    }

    private void append(String split, long weight, long key, long amount) {
        log.append(split, weight, key, amount);
        long[] sum = sums.computeIfAbsent(String.valueOf(key), fresh -> new long[2]);
        sum[0] += weight;
        sum[1] += weight * amount;
    }

    private void check() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        sums.forEach((key, sum) -> {
            if (sum[0] > 0) {
                expected.put(key, "[" + key + ", " + sum[0] + ", " + sum[1] + "]");
            }
        });
        require(expected.equals(store.rows()), "the store holds " + store.rows() + " instead of " + expected);
        List<String> rows = appended.stream().sorted().toList();
        require(rows.equals(bag.rows()), "the bag holds " + bag.rows() + " instead of " + rows);
        int letters = new DeadLetterFiles(files).lines().size();
        require(letters == bad, letters + " dead letters instead of " + bad);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }
}
