package io.alluvium.server.session;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.layers.LayerCheck;
import io.alluvium.planner.PlannedJob;
import io.alluvium.planner.Planner;
import io.alluvium.sql.ScriptSplitter;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.ObjectName;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.Statement.InsertInto;
import io.alluvium.sql.statement.TableClauses.Filling;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks scripts whole before anything is started: definitions go into the session's catalog, queries and jobs are planned. What
 * is left to do comes out as steps, in the order of the statements.
 */
final class ScriptCompiler {
    private static final Set<String> LAYERS = Set.of("ODS", "DWD", "DIM", "DWS", "APP");

    private final SessionCatalog catalog;
    private final Settings settings;
    private final PlannerSource planners;
    private final LookStatements look;
    private final LayerCheck layers;
    private final SecretCheck secrets;
    private final SourceTables sources;
    private final Consumer<String> warnings;
    private final List<Step> steps = new ArrayList<>();
    private final Map<TablePath, String> writers = new LinkedHashMap<>();

    /**
     * @param planners gives a planner for the settings of the moment
     * @param warnings takes sentences for the user
     */
    ScriptCompiler(
            SessionCatalog catalog,
            Settings settings,
            PlannerSource planners,
            LookStatements look,
            LayerCheck layers,
            SecretCheck secrets,
            SourceTables sources,
            Consumer<String> warnings) {
        this.catalog = catalog;
        this.settings = settings;
        this.planners = planners;
        this.look = look;
        this.layers = layers;
        this.secrets = secrets;
        this.sources = sources;
        this.warnings = warnings;
        catalog.stored().jobs().forEach(job -> job.targets()
                .forEach(target -> writers.putIfAbsent(target, job.name())));
    }

    /** Makes a planner over the session's catalog. */
    @FunctionalInterface
    interface PlannerSource {
        Planner planner(Settings settings);
    }

    /**
     * The steps of all scripts, whose statements stand in the order in which they are meant.
     *
     * @throws AlluviumException for the first wrong statement, with its position
     */
    List<Step> compile(List<ScriptText> scripts) {
        return steps(parse(scripts));
    }

    /** The same for scripts that may use what another of them creates, whichever stands first. */
    List<Step> compileTogether(List<ScriptText> scripts) {
        List<Statement> statements = parse(scripts);
        int failed = Integer.MAX_VALUE;
        for (int left = declare(statements); left > 0 && left < failed; left = declare(statements)) {
            failed = left; // a view may have found now what it reads
        }
        return steps(statements);
    }

    private static List<Statement> parse(List<ScriptText> scripts) {
        List<Statement> statements = new ArrayList<>();
        for (ScriptText script : scripts) {
            for (StatementText text : ScriptSplitter.split(script.text(), script.file())) {
                statements.add(StatementParser.parse(text));
            }
        }
        return statements;
    }

    private List<Step> steps(List<Statement> statements) {
        for (Statement statement : statements) {
            try {
                add(statement);
            } catch (AlluviumException e) {
                throw e.at(statement.text().position(1, 1));
            }
        }
        return steps;
    }

    /**
     * Creates what can be created now. What fails is no error yet: each statement is compiled again in its own place, where it
     * is refused if it is still wrong.
     *
     * @return how many statements failed
     */
    private int declare(List<Statement> statements) {
        String database = catalog.currentDatabase();
        int failed = 0;
        for (Statement statement : statements) {
            boolean lasting = statement instanceof Statement.UseDatabase
                    || statement instanceof Statement.CreateDatabase
                    || statement instanceof Statement.CreateTable table && !table.temporary()
                    || statement instanceof Statement.CreateTables
                    || statement instanceof Statement.CreateView view && !view.temporary();
            if (!lasting) {
                continue;
            }
            try {
                if (statement instanceof Statement.CreateTables create) {
                    createTables(create);
                } else {
                    add(statement);
                }
            } catch (AlluviumException e) {
                failed++;
            }
        }
        catalog.use(database);
        return failed;
    }

    private void add(Statement statement) {
        if (statement instanceof Statement.CreateDatabase create) {
            createDatabase(create);
        } else if (statement instanceof Statement.DropDatabase drop) {
            dropDatabase(drop);
        } else if (statement instanceof Statement.UseDatabase use) {
            at(use.name(), () -> catalog.use(catalog.databaseName(use.name().simple())));
        } else if (statement instanceof Statement.CreateTable create) {
            createTable(create);
        } else if (statement instanceof Statement.CreateTables create) {
            createTables(create);
            fill(create);
        } else if (statement instanceof Statement.CreateView create) {
            create(planner().validateCreateView(create), create.orReplace(), create.ifNotExists(), create.name());
        } else if (statement instanceof Statement.DropTable drop) {
            drop(drop.name(), drop.ifExists());
        } else if (statement instanceof Statement.DropView drop) {
            drop(drop.name(), drop.ifExists());
        } else if (statement instanceof Statement.SetOption set) {
            set(set.option());
        } else if (statement instanceof Statement.ResetOption reset) {
            reset(reset);
        } else if (statement instanceof Statement.Query query) {
            steps.add(new Step.Query(
                    planner().planQuery(query), settings.copy(), query.text().position(1, 1)));
        } else if (statement instanceof Statement.InsertInto insert) {
            addJob(statement, settings.get(Settings.JOB_NAME), List.of(insert));
        } else if (statement instanceof Statement.StatementSet set) {
            addJob(statement, settings.get(Settings.JOB_NAME), set.inserts());
        } else if (statement instanceof Statement.CreateJob job) {
            createJob(job);
        } else if (statement instanceof Statement.Explain explain) {
            steps.add(new Step.Text(planner().explain(explain.explained())));
        } else {
            addLook(statement);
        }
    }

    private void addLook(Statement statement) {
        if (statement instanceof Statement.ShowDatabases) {
            steps.add(new Step.Show(look.databases()));
        } else if (statement instanceof Statement.ShowTables show) {
            steps.add(new Step.Show(look.tables(simple(show.database()), show.like(), false)));
        } else if (statement instanceof Statement.ShowViews show) {
            steps.add(new Step.Show(look.tables(simple(show.database()), show.like(), true)));
        } else if (statement instanceof Statement.ShowCreateTable show) {
            at(show.name(), () -> steps.add(new Step.Show(look.createStatement(path(show.name())))));
        } else if (statement instanceof Statement.ShowCreateView show) {
            at(show.name(), () -> steps.add(new Step.Show(look.createStatement(path(show.name())))));
        } else if (statement instanceof Statement.ShowColumns show) {
            at(show.name(), () -> steps.add(new Step.Show(look.describe(path(show.name())))));
        } else if (statement instanceof Statement.Describe describe) {
            at(describe.name(), () -> steps.add(new Step.Show(look.describe(path(describe.name())))));
        } else if (statement instanceof Statement.ShowJobs) {
            steps.add(new Step.Show(look.jobs()));
        } else if (statement instanceof Statement.ShowFunctions) {
            steps.add(new Step.Show(look.functions()));
        } else if (statement instanceof Statement.ShowConnectors) {
            steps.add(new Step.Show(look.connectors()));
        } else {
            throw AlluviumException.internal(
                    "no step for " + statement.getClass().getSimpleName());
        }
    }

    private void createDatabase(Statement.CreateDatabase create) {
        Map<String, String> options = new LinkedHashMap<>();
        for (Option option : create.options()) {
            if (!option.key().equals("layer")) {
                throw new AlluviumException(
                        ErrorCode.OPTION_UNKNOWN,
                        option.keyPosition(),
                        "option \"" + option.key() + "\" is not known to databases",
                        Suggestion.didYouMean(option.key(), Set.of("layer")),
                        null);
            }
            String layer = option.value().toUpperCase(Locale.ROOT);
            String standard = layer.equals("ADS") ? "APP" : layer;
            if (!LAYERS.contains(standard)) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        option.valuePosition(),
                        "there is no layer \"" + option.value() + "\"",
                        "write one of ODS, DWD, DIM, DWS, APP",
                        null);
            }
            options.put("layer", standard);
        }
        String name = create.name().simple();
        if (catalog.stored().database(name).isPresent() && create.ifNotExists()) {
            return;
        }
        DatabaseDefinition definition = new DatabaseDefinition(name, options.get("layer"), options, create.comment());
        Optional<DatabaseDefinition> existing = catalog.stored().database(name);
        if (existing.isPresent() && existing.get().equals(definition)) {
            return;
        }
        at(create.name(), () -> catalog.stored().createDatabase(definition));
    }

    private void dropDatabase(Statement.DropDatabase drop) {
        String name = drop.name().simple();
        if (catalog.stored().database(name).isEmpty() && drop.ifExists()) {
            return;
        }
        if (!catalog.objects(name).isEmpty() && !drop.cascade()) {
            throw new AlluviumException(
                    ErrorCode.DATABASE_NOT_EMPTY,
                    drop.name().position(),
                    "database \"" + name + "\" still holds "
                            + catalog.objects(name).size() + " tables",
                    "write DROP DATABASE " + name + " CASCADE to drop them too",
                    null);
        }
        at(drop.name(), () -> catalog.stored().dropDatabase(name));
    }

    private void createTable(Statement.CreateTable create) {
        TableDefinition table = planner().validateCreateTable(create);
        secrets.check(table, create.options());
        layers.checkTable(table, create.name().position());
        create(table, create.orReplace(), create.ifNotExists(), create.name());
    }

    private void createTables(Statement.CreateTables create) {
        at(create.target(), () -> {
            String database = catalog.databaseName(create.target().simple());
            sources.statements(create, database, settings.zone()).forEach(this::createTable);
        });
    }

    /** The job of CREATE TABLES, if it has one. */
    private void fill(Statement.CreateTables create) {
        Filling filling = create.filling();
        if (filling != null) {
            String database = catalog.databaseName(create.target().simple());
            String read = catalog.databaseName(filling.database().simple());
            addJob(create, filling.job().name(), sources.inserts(create, filling, database, read, settings.zone()));
        }
    }

    /** Makes an object; one that is there already in the very same form is left as it is, so that scripts can be run again. */
    private void create(CatalogObject object, boolean replace, boolean ifNotExists, ObjectName name) {
        Optional<CatalogObject> existing = catalog.object(object.path());
        if (existing.isPresent() && (ifNotExists || existing.get().equals(object))) {
            return;
        }
        if (existing.isPresent() && !replace && existing.get().temporary() == object.temporary()) {
            throw new AlluviumException(
                    ErrorCode.TABLE_EXISTS,
                    name.position(),
                    "table \"" + object.path() + "\" exists already with another definition",
                    "write CREATE OR REPLACE to change it, or drop it first; SHOW CREATE TABLE shows what is there",
                    null);
        }
        at(name, () -> catalog.create(object, replace));
    }

    private void drop(ObjectName name, boolean ifExists) {
        TablePath path = path(name);
        if (ifExists && catalog.object(path).isEmpty()) {
            return;
        }
        at(name, () -> catalog.drop(path));
    }

    private void set(@Nullable Option option) {
        if (option == null) {
            Listing listing = new Listing("key", "value");
            for (OptionSpec spec : Settings.SPECS) {
                listing.row(spec.name(), settings.get(spec.name()));
            }
            steps.add(new Step.Show(listing.result()));
            return;
        }
        try {
            String warning = settings.set(option.key(), option.value());
            if (warning != null) {
                warnings.accept(option.keyPosition().label() + ": " + warning);
            }
        } catch (AlluviumException e) {
            throw e.at(e.code() == ErrorCode.OPTION_INVALID ? option.valuePosition() : option.keyPosition());
        }
    }

    private void reset(Statement.ResetOption reset) {
        if (reset.key() == null) {
            settings.resetAll();
        } else {
            try {
                String warning = settings.reset(reset.key().name());
                if (warning != null) {
                    warnings.accept(reset.key().position().label() + ": " + warning);
                }
            } catch (AlluviumException e) {
                throw e.at(reset.key().position());
            }
        }
    }

    private void createJob(Statement.CreateJob create) {
        if (!create.options().isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    create.options().get(0).keyPosition(),
                    "options of CREATE JOB are not supported yet",
                    "use SET before the job",
                    null);
        }
        String name = create.name().name();
        if (create.ifNotExists() && hasJob(name)) {
            return;
        }
        if (create.body() instanceof InsertInto insert) {
            addJob(create, name, List.of(insert));
        } else if (create.body() instanceof Statement.StatementSet set) {
            addJob(create, name, set.inserts());
        } else {
            throw AlluviumException.internal(
                    "a job of " + create.body().getClass().getSimpleName());
        }
    }

    private void addJob(Statement statement, @Nullable String name, List<InsertInto> inserts) {
        String job = name != null ? name : path(inserts.get(0).target()).toString();
        PlannedJob planned = planner().planJob(job, inserts);
        for (PlannedJob.Insert insert : planned.inserts()) {
            layers.checkEdges(insert.target(), insert.sources(), LocalDate.now(settings.zone()), insert.position())
                    .forEach(warning -> warnings.accept(insert.position().label() + ": " + warning));
            checkWriter(job, insert);
        }
        planned.warnings().forEach(warnings);
        if (hasJob(job)) {
            throw new AlluviumException(
                    ErrorCode.QUERY_INVALID,
                    inserts.get(0).position(),
                    "two jobs have the name \"" + job + "\"",
                    "name each job with SET 'pipeline.name' = '..', or put the INSERTs into one statement set",
                    null);
        }
        steps.add(new Step.Job(
                planned,
                statement.text().text(),
                settings.copy(),
                statement.text().position(1, 1)));
    }

    /** True where this script has a job of the name already; jobs are not in the catalog, so each script says its own. */
    private boolean hasJob(String name) {
        return steps.stream()
                .anyMatch(step ->
                        step instanceof Step.Job job && job.job().plan().job().equals(name));
    }

    /** A keyed table has one writing job. */
    private void checkWriter(String job, PlannedJob.Insert insert) {
        boolean keyed = catalog.require(insert.target()) instanceof TableDefinition table
                && !table.primaryKey().isEmpty();
        String other = writers.putIfAbsent(insert.target(), job);
        if (keyed && other != null && !other.equals(job)) {
            throw new AlluviumException(
                    ErrorCode.SECOND_WRITER,
                    insert.position(),
                    "table \"" + insert.target() + "\" is written by job \"" + other + "\" already",
                    "put both INSERTs into one statement set; where that job is gone for good, forget it with: run --reset "
                            + other,
                    null);
        }
    }

    private Planner planner() {
        return planners.planner(settings);
    }

    private TablePath path(ObjectName name) {
        return catalog.resolve(name.parts());
    }

    private static @Nullable String simple(@Nullable ObjectName name) {
        return name == null ? null : name.simple();
    }

    private static void at(ObjectName name, Runnable action) {
        SourcePosition position = name.position();
        try {
            action.run();
        } catch (AlluviumException e) {
            throw e.at(position);
        }
    }
}
