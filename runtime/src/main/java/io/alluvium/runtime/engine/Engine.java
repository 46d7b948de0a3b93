package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.core.io.DurableFiles;
import io.alluvium.core.io.LocalFiles;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.runtime.checkpoint.DeadLetterFiles;
import io.alluvium.runtime.checkpoint.MemoryFiles;
import io.alluvium.runtime.checkpoint.StateFolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The embedded engine of a warehouse: owns its state folder, starts jobs, and issues commit versions across them. Thread-safe.
 * Without a folder jobs keep their checkpoints in memory and are not restarted.
 */
public final class Engine implements AutoCloseable {
    private final @Nullable Path folder;
    private final @Nullable StateFolderLock lock;
    private final Function<ZoneId, Connectors> connectors;
    private final OperatorCreation operators;
    private final ScanFunctions scanFunctions;
    private final Clock clock;
    private final CommitVersions versions = new CommitVersions();
    private final Map<String, JobHandle> jobs = new ConcurrentHashMap<>();
    private final Map<String, DurableFiles> memory = new ConcurrentHashMap<>();

    private Engine(
            @Nullable Path folder,
            @Nullable StateFolderLock lock,
            Function<ZoneId, Connectors> connectors,
            OperatorCreation operators,
            ScanFunctions scanFunctions,
            Clock clock) {
        this.folder = folder;
        this.lock = lock;
        this.connectors = connectors;
        this.operators = operators;
        this.scanFunctions = scanFunctions;
        this.clock = clock;
    }

    /** @param connectors opens tables for jobs of a time zone */
    public static Engine inMemory(
            Function<ZoneId, Connectors> connectors,
            OperatorCreation operators,
            ScanFunctions scanFunctions,
            Clock clock) {
        return new Engine(null, null, connectors, operators, scanFunctions, clock);
    }

    /**
     * @param connectors opens tables for jobs of a time zone
     * @throws AlluviumException STATE_FOLDER_IN_USE saying who has it
     */
    public static Engine onFolder(
            Path folder,
            Function<ZoneId, Connectors> connectors,
            OperatorCreation operators,
            ScanFunctions scanFunctions,
            Clock clock) {
        StateFolderLock lock = StateFolderLock.acquire(folder);
        return new Engine(folder, lock, connectors, operators, scanFunctions, clock);
    }

    /**
     * Starts a job; a failure to start comes out of the handle.
     *
     * @throws AlluviumException JOB_RUNNING where a job of this name has not ended
     * @param collector takes the results of Collect nodes, or null where the plan has none
     */
    public JobHandle start(PhysicalPlan plan, JobOptions options, @Nullable Collector collector) {
        Surroundings surroundings = new Surroundings(
                connectors.apply(options.zone()),
                operators,
                scanFunctions,
                clock,
                files(plan.job()),
                folder != null,
                collector,
                versions);
        JobHandle handle = jobs.compute(plan.job(), (job, before) -> {
            if (before != null && !before.ended()) {
                throw new AlluviumException(
                        ErrorCode.JOB_RUNNING,
                        "job \"" + job + "\" runs already in this process",
                        "stop it first: alluvium jobs stop " + job);
            }
            return JobRunner.start(plan, options, surroundings);
        });
        return handle;
    }

    /** Deletes everything that is kept of a job which is not running: its next start is its first. */
    public void forget(String job) {
        JobHandle handle = jobs.remove(job);
        if (handle != null && !handle.ended()) {
            throw new AlluviumException(
                    ErrorCode.JOB_RUNNING,
                    "job \"" + job + "\" is running",
                    "stop it first: alluvium jobs stop " + job);
        }
        memory.remove(job);
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = walk(jobFolder(folder, job))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw storage("deleting the state of job \"" + job + "\"", e);
        }
    }

    /** Final dead letters of a job, oldest first, one JSON object each. */
    public List<String> deadLetters(String job) {
        try {
            return new DeadLetterFiles(files(job)).lines();
        } catch (IOException e) {
            throw storage("reading the dead letters of job \"" + job + "\"", e);
        }
    }

    /** Kills what still runs (stop jobs first for a last commit) and gives the folder back. */
    @Override
    public void close() {
        jobs.values().forEach(JobHandle::kill);
        if (lock != null) {
            lock.close();
        }
    }

    private static Path jobFolder(Path folder, String job) {
        return folder.resolve("jobs").resolve(JobFolderName.of(job));
    }

    private static Stream<Path> walk(Path start) throws IOException {
        return Files.exists(start) ? Files.walk(start) : Stream.empty();
    }

    private DurableFiles files(String job) {
        if (folder == null) {
            return memory.computeIfAbsent(job, name -> new MemoryFiles());
        }
        try {
            return LocalFiles.in(jobFolder(folder, job));
        } catch (IOException e) {
            throw storage("making the state folder of job \"" + job + "\"", e);
        }
    }

    private AlluviumException storage(String doing, IOException e) {
        return new AlluviumException(
                ErrorCode.STORAGE_FAILED, doing + " in " + folder + " failed: " + e.getMessage(), null, e);
    }
}
