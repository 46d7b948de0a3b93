package io.alluvium.server.session;

import io.alluvium.core.connector.Options;
import io.alluvium.core.io.Clock;
import io.alluvium.core.plan.PhysicalPlan;
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
import org.jspecify.annotations.Nullable;

/**
 * Starts the jobs and queries of a session on the embedded engine. Jobs keep their state in the warehouse, whose state folder is
 * taken with the first job; of queries nothing is kept. Thread-safe.
 */
final class JobStarter implements AutoCloseable {
    private final Warehouse warehouse;
    private final InstalledConnectors connectors;
    private final Clock clock = Clock.system();
    private @Nullable Engine jobs;

    JobStarter(Warehouse warehouse, InstalledConnectors connectors) {
        this.warehouse = warehouse;
        this.connectors = connectors;
    }

    /** Starts a job. @throws io.alluvium.core.error.AlluviumException STATE_FOLDER_IN_USE */
    JobHandle start(PhysicalPlan plan, Settings settings, boolean reset) {
        return jobs().start(plan, options(settings).withReset(reset), null);
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
                .withStrict(options.text(Settings.BAD_DATA).equals("strict"))
                .withDeadLetterLimits(
                        options.integer(Settings.DEAD_LETTER_PERCENT), options.integer(Settings.DEAD_LETTERS_A_MINUTE));
    }
}
