package io.alluvium.server.session;

import io.alluvium.catalog.SessionCatalog;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.layers.LayerCheck;
import io.alluvium.planner.PlannedQuery;
import io.alluvium.planner.Planner;
import io.alluvium.planner.PlannerSettings;
import io.alluvium.runtime.engine.JobReport;
import io.alluvium.server.Warehouse;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.output.Result;
import io.alluvium.server.output.ResultPrinter;
import io.alluvium.server.plugin.InstalledConnectors;
import io.alluvium.server.plugin.References;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Statement;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One user's work on a warehouse: scripts are checked whole against a copy of the catalog, which is carried over only when all
 * of them are right; then queries and jobs run. Used by one thread.
 */
public final class Session implements AutoCloseable {
    private final Warehouse warehouse;
    private final InstalledConnectors connectors;
    private final Settings settings;
    private final JobStarter jobs;
    private final RunningJobs running;
    private final boolean owner;
    private final PrintStream err;
    private final Consumer<String> warnings;

    private Session(
            Warehouse warehouse,
            InstalledConnectors connectors,
            Settings settings,
            JobStarter jobs,
            RunningJobs running,
            boolean owner,
            PrintStream err) {
        this.warehouse = warehouse;
        this.connectors = connectors;
        this.settings = settings;
        this.jobs = jobs;
        this.running = running;
        this.owner = owner;
        this.err = err;
        this.warnings = sentence -> err.println("warning: " + sentence);
    }

    /** Opens a session; its settings are those of the warehouse's file, then the given ones. */
    public static Session open(Warehouse warehouse, Map<String, String> given) {
        Settings settings = new Settings();
        preset(settings, warehouse.file().settings(), "warehouse.yaml");
        preset(settings, given, "-D");
        InstalledConnectors connectors = InstalledConnectors.ofThisProcess();
        RunningJobs running = new RunningJobs();
        JobStarter jobs = new JobStarter(warehouse, connectors, running);
        return new Session(warehouse, connectors, settings, jobs, running, true, System.err);
    }

    private static void preset(Settings settings, Map<String, String> given, String where) {
        given.forEach((key, value) -> {
            String warning = settings.preset(key, value);
            if (warning != null) {
                System.err.println("warning: " + where + ": " + warning);
            }
        });
    }

    /**
     * A session of another user of this process, on another thread: the same warehouse and jobs, settings of its own.
     *
     * @param err where summaries and warnings go
     */
    public Session beside(PrintStream err) {
        return new Session(warehouse, connectors, settings.copy(), jobs, running, false, err);
    }

    /** The jobs of this process. */
    public RunningJobs running() {
        return running;
    }

    /** What people want to know at a start: memory, places, zone. */
    public String startLine() {
        long heapMegabytes = Runtime.getRuntime().maxMemory() >> 20;
        Path folder = warehouse.stateFolder();
        String state = folder == null ? "memory" : folder.toString();
        return "alluvium: heap=" + heapMegabytes + "MB state=" + state + " catalog=" + warehouse.catalogPlace()
                + " zone=" + settings.zone() + " parallelism=" + settings.parallelism();
    }

    public Warehouse warehouse() {
        return warehouse;
    }

    /** Runs scripts statement by statement: prints what queries give, and waits for each job. */
    public void execute(List<ScriptText> scripts, OutputStyle style, PrintStream out) {
        Compiled compiled = compile(scripts, List.of(), ScriptCompiler::compile);
        StepOrder.checkInTurn(compiled.steps);
        compiled.apply();
        for (Step step : compiled.steps) {
            if (step instanceof Step.Job job) {
                JobReport report = jobs.start(job, false).await();
                err.println(JobSummary.line(job.job().plan(), report));
            } else {
                print(step, style, out);
            }
        }
    }

    /**
     * Runs the jobs of scripts, and prints what queries give: a query's rows are those after the jobs written before it.
     *
     * @param reset jobs whose state is forgotten first
     * @return what each job did, by name, in the order in which data flows through them
     */
    public Map<String, JobRun> run(List<ScriptText> scripts, RunMode mode, List<String> reset, PrintStream out) {
        Compiled compiled = compile(scripts, reset, ScriptCompiler::compileTogether);
        List<Step.Job> all = compiled.jobs();
        JobRuns runs = new JobRuns(jobs, all, mode, reset, err);
        StepOrder.checkQueries(compiled.steps, runs::ends);
        List<String> forgotten = checkReset(reset, all);
        compiled.apply();
        forgotten.forEach(jobs::forget);
        List<Step.Job> written = new ArrayList<>();
        for (Step step : compiled.steps) {
            if (step instanceof Step.Job job) {
                written.add(job);
            } else {
                if (step instanceof Step.Query) {
                    runs.runBefore(written);
                }
                print(step, OutputStyle.TABLE, out);
            }
        }
        return runs.runRest();
    }

    /** Prints the plan of every query and job of scripts. Nothing is stored or started. */
    public void explain(List<ScriptText> scripts, PrintStream out) {
        for (Step step : compile(scripts, List.of(), ScriptCompiler::compileTogether).steps) {
            if (step instanceof Step.Query query) {
                out.println(query.query().job().explain());
            } else if (step instanceof Step.Job job) {
                out.println(job.job().explain());
            } else if (step instanceof Step.Text text) {
                out.println(text.text());
            } else if (!(step instanceof Step.Show)) {
                throw new AssertionError(step);
            }
        }
    }

    /** The rows of one query over bounded tables. */
    public Result query(String sql) {
        Statement statement = StatementParser.parse(StatementText.of(sql));
        if (!(statement instanceof Statement.Query query)) {
            throw AlluviumException.internal("not a query: " + sql);
        }
        SessionCatalog catalog = new SessionCatalog(warehouse.catalog());
        return rows(planner(catalog, settings).planQuery(query), settings);
    }

    @Override
    public void close() {
        if (owner) {
            running.close();
            jobs.close();
            warehouse.close();
        }
    }

    /** @param reset jobs that no longer count as writers of their targets unless the scripts have them */
    private Compiled compile(
            List<ScriptText> scripts,
            List<String> reset,
            BiFunction<ScriptCompiler, List<ScriptText>, List<Step>> how) {
        StagedCatalog staged = new StagedCatalog(warehouse.catalog());
        for (String job : reset) {
            if (staged.job(job).isPresent()) {
                staged.dropJob(job);
            }
        }
        SessionCatalog catalog = new SessionCatalog(staged);
        Settings own = settings.copy();
        LookStatements look =
                new LookStatements(catalog, connectors, Operators.functions(), view -> planner(catalog, own)
                        .schema(view));
        SecretCheck secrets = new SecretCheck(connectors);
        ScriptCompiler compiler = new ScriptCompiler(
                catalog,
                own,
                current -> planner(catalog, current),
                look,
                new LayerCheck(warehouse.file().layers(), staged),
                secrets,
                new SourceTables(
                        connectors, secrets, new References(warehouse.root(), System::getenv), warehouse.root()),
                warnings);
        return new Compiled(how.apply(compiler, scripts), staged);
    }

    private record Compiled(List<Step> steps, StagedCatalog staged) {
        void apply() {
            staged.apply();
        }

        List<Step.Job> jobs() {
            List<Step.Job> jobs = new ArrayList<>();
            for (Step step : steps) {
                if (step instanceof Step.Job job) {
                    jobs.add(job);
                }
            }
            return jobs;
        }
    }

    /** Prints what a step that is no job gives. */
    private void print(Step step, OutputStyle style, PrintStream out) {
        if (step instanceof Step.Show show) {
            new ResultPrinter(out).print(show.result(), style);
        } else if (step instanceof Step.Text text) {
            out.println(text.text());
        } else if (step instanceof Step.Query query) {
            new ResultPrinter(out).print(rows(query.query(), query.settings()), style);
        } else {
            throw new AssertionError(step);
        }
    }

    private Planner planner(SessionCatalog catalog, Settings current) {
        return new Planner(
                catalog,
                connectors.catalog(),
                connectors,
                Operators.functions(),
                Operators.constants(current.zone()),
                new PlannerSettings(current.zone()));
    }

    private Result rows(PlannedQuery query, Settings current) {
        if (!query.bounded()) {
            throw StepOrder.endlessQuery();
        }
        ResultCollector collector = new ResultCollector(query.collected());
        JobReport report = jobs.query(query.job().plan(), current, collector);
        Overflows.refuse(query.job().plan(), report);
        List<@Nullable Object[]> rows = collector.rows();
        boolean ordered = !query.order().isEmpty();
        rows.sort(new RowOrder(query.order()));
        int shown = query.schema().size();
        rows.replaceAll(row -> row.length == shown ? row : Arrays.copyOf(row, shown));
        return new Result(query.schema(), Collections.unmodifiableList(rows), ordered, current.zone());
    }

    /** The jobs of {@code --reset} that are not in the scripts: they are forgotten with their state. */
    private List<String> checkReset(List<String> reset, List<Step.Job> all) {
        List<String> names = all.stream().map(Step.Job::name).toList();
        List<String> forgotten = new ArrayList<>();
        for (String name : reset) {
            if (names.contains(name)) {
                continue;
            }
            if (warehouse.catalog().job(name).isEmpty()) {
                throw new AlluviumException(
                        ErrorCode.JOB_NOT_FOUND,
                        "job \"" + name + "\" of --reset is neither in these scripts nor in the catalog",
                        "the scripts have " + String.join(", ", names));
            }
            forgotten.add(name);
        }
        return forgotten;
    }
}
