package io.alluvium.server.session;

import io.alluvium.catalog.JobDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.connector.Options;
import io.alluvium.core.io.Clock;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.planner.PlannedJob;
import io.alluvium.runtime.engine.Collector;
import io.alluvium.runtime.engine.Connectors;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.runtime.engine.JobHandle;
import io.alluvium.runtime.engine.JobOptions;
import io.alluvium.runtime.engine.JobReport;
import io.alluvium.server.Warehouse;
import io.alluvium.server.plugin.InstalledConnectors;
import io.alluvium.server.plugin.OpenTables;
import io.alluvium.server.plugin.References;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Starts the jobs and queries of a session on the embedded engine. Jobs keep their state in the warehouse, whose state folder is
 * taken with the first job; of queries nothing is kept. Thread-safe.
 */
final class JobStarter implements AutoCloseable {
    private final Warehouse warehouse;
    private final InstalledConnectors connectors;
    private final RunningJobs running;
    private final Clock clock = Clock.system();
    private @Nullable Engine jobs;

    /** @param running is told of each job that starts */
    JobStarter(Warehouse warehouse, InstalledConnectors connectors, RunningJobs running) {
        this.warehouse = warehouse;
        this.connectors = connectors;
        this.running = running;
    }

    /** Starts a job and puts it into the catalog. @throws io.alluvium.core.error.AlluviumException STATE_FOLDER_IN_USE */
    JobHandle start(Step.Job job, boolean reset) {
        JobHandle handle =
                jobs().start(job.job().plan(), options(job.settings()).withReset(reset), null);
        List<TablePath> sources = new ArrayList<>();
        List<TablePath> targets = new ArrayList<>();
        for (PlannedJob.Insert insert : job.job().inserts()) {
            sources.addAll(insert.sources());
            targets.add(insert.target());
        }
        JobDefinition definition = new JobDefinition(
                job.name(),
                job.sql(),
                sources.stream().distinct().toList(),
                targets.stream().distinct().toList(),
                job.settings().given());
        if (!warehouse.catalog().job(job.name()).equals(Optional.of(definition))) {
            warehouse.catalog().putJob(definition);
        }
        running.add(job.job().plan(), handle);
        return handle;
    }

    /** Deletes the state of a job that is not running. */
    void forget(String job) {
        jobs().forget(job);
    }

    /** Runs a query to its end and says what it did: a bad row ends it with its error. */
    JobReport query(PhysicalPlan plan, Settings settings, Collector collector) {
        try (Engine engine = inMemory()) {
            JobOptions options = options(settings).withStrict(true).withRestarts(0, 0);
            return engine.start(plan, options, collector).await();
        }
    }

    @Override
    public synchronized void close() {
        if (jobs != null) {
            jobs.close();
        }
    }

    private synchronized Engine jobs() {
        Engine engine = jobs;
        if (engine == null) {
            Path folder = warehouse.stateFolder();
            engine = folder == null
                    ? inMemory()
                    : Engine.onFolder(folder, this::tables, Operators::create, Operators.scanFunctions(), clock);
            jobs = engine;
        }
        return engine;
    }

    private Engine inMemory() {
        return Engine.inMemory(this::tables, Operators::create, Operators.scanFunctions(), clock);
    }

    private Connectors tables(ZoneId zone) {
        References references = new References(warehouse.root(), System::getenv);
        return new OpenTables(connectors, references, zone, warehouse.root(), clock);
    }

    private static JobOptions options(Settings settings) {
        Options options = settings.options();
        return JobOptions.defaults(settings.zone())
                .withParallelism(settings.parallelism())
                .withCheckpointIntervalMillis(settings.checkpointIntervalMillis())
                .withCheckpointTimeoutMillis(options.millis(Settings.CHECKPOINT_TIMEOUT))
                .withStrict(options.text(Settings.BAD_DATA).equals("strict"))
                .withDeadLetterLimits(
                        options.integer(Settings.DEAD_LETTER_PERCENT), options.integer(Settings.DEAD_LETTERS_A_MINUTE));
    }
}
