package io.alluvium.testkit.scripts;

import io.alluvium.catalog.ColumnDefinition;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.MemoryCatalog;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.io.Clock;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.Planner;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.runtime.engine.JobOptions;
import io.alluvium.sql.ScriptSplitter;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement;
import io.alluvium.testkit.scripts.memory.MemoryConnector;
import io.alluvium.testkit.scripts.memory.MemoryTable;
import io.alluvium.testkit.scripts.memory.MemoryTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The session of a script: its catalog, settings and tables. Every table lives in memory, whatever connector its DDL names. Used
 * by one thread.
 */
final class ScriptSession {
    private static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");
    private static final String ZONE = "table.local-time-zone";
    private static final String JOB_NAME = "pipeline.name";
    private static final String BAD_DATA = "job.bad-data";

    /** The last ones are the mode's, whatever a script sets. */
    private static final List<String> SETTINGS =
            List.of(ZONE, JOB_NAME, BAD_DATA, "parallelism.default", "execution.checkpointing.interval");

    private static final long NEVER = Long.MAX_VALUE / 4;

    private final Script script;
    private final Installed installed;
    private final SessionCatalog catalog;
    private final MemoryTables tables = new MemoryTables();
    private final Map<String, String> settings = new LinkedHashMap<>();

    ScriptSession(Script script, Installed installed) {
        this.script = script;
        this.installed = installed;
        MemoryCatalog stored = new MemoryCatalog();
        stored.createDatabase(new DatabaseDefinition(SessionCatalog.DEFAULT_DATABASE, null, Map.of(), null));
        for (String layer : LAYERS) {
            String name = layer.toUpperCase(Locale.ROOT);
            stored.createDatabase(new DatabaseDefinition(layer, name, Map.of("layer", name), null));
        }
        this.catalog = new SessionCatalog(stored);
    }

    MemoryTables tables() {
        return tables;
    }

    /** UTC where the script sets none. */
    ZoneId zone() {
        String zone = settings.get(ZONE);
        return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
    }

    /** Checkpoints only when asked for. */
    JobOptions jobOptions() {
        return JobOptions.defaults(zone())
                .withCheckpointIntervalMillis(NEVER)
                .withStrict("strict".equals(settings.get(BAD_DATA)));
    }

    Engine engine(MemoryTables held, Clock clock, boolean settled) {
        return installed.engine(new MemoryConnector(held, settled), clock);
    }

    // ---- statements

    /** Executes statements; {@code start} takes the plan of each job, in order. */
    void execute(ScriptLine line, String text, Consumer<PhysicalPlan> start) {
        execute(split(line, text), start);
    }

    /** Executes the statements of a file beside the script. */
    void run(Command.RunFile command, Consumer<PhysicalPlan> start) {
        Path folder = Path.of(script.file()).toAbsolutePath().getParent();
        Path file = folder == null ? Path.of(command.file()) : folder.resolve(command.file());
        try {
            execute(ScriptSplitter.split(Files.readString(file), command.file()), start);
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    command.line().position(),
                    "file \"" + file + "\" cannot be read",
                    "the path starts at the script's folder",
                    e);
        }
    }

    private void execute(List<StatementText> statements, Consumer<PhysicalPlan> start) {
        for (StatementText text : statements) {
            PhysicalPlan plan = execute(StatementParser.parse(text));
            if (plan != null) {
                start.accept(plan);
            }
        }
    }

    void createTable(Command.Table table) {
        StatementText text = split(table.line(), table.text()).get(0);
        Statement.CreateTable statement = (Statement.CreateTable) StatementParser.parse(text);
        create(statement, table.append());
    }

    /** The plan of a stream: a SELECT, or with keys an INSERT into a table of the stream's name. */
    PhysicalPlan plan(Command.Stream stream) {
        StatementText text = split(stream.line(), stream.query()).get(0);
        if (!(StatementParser.parse(text) instanceof Statement.Query query)) {
            throw stream.line().error("stream \"" + stream.name() + "\" is no query", "write SELECT .. below it");
        }
        PhysicalPlan select = planQuery(query, stream.name());
        Schema schema = collected(select);
        if (stream.keys().isEmpty() || schema == null) {
            return select;
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        schema.fields().forEach(field -> {
            boolean key = stream.keys().contains(field.name());
            columns.add(new ColumnDefinition.Physical(
                    field.name(), key ? field.type().withNullable(false) : field.type(), null));
        });
        TablePath path = catalog.resolve(List.of(stream.name()));
        create(new TableDefinition(
                path, columns, null, stream.keys(), List.of(), ownOptions(path, false), null, false));
        StatementText insert = split(stream.line(), "INSERT INTO `" + stream.name() + "` " + stream.query())
                .get(0);
        return planJob(stream.name(), List.of((Statement.InsertInto) StatementParser.parse(insert)));
    }

    private @Nullable PhysicalPlan execute(Statement statement) {
        if (statement instanceof Statement.CreateTable table) {
            TablePath path = catalog.resolve(table.name().parts());
            if (!table.ifNotExists() || catalog.object(path).isEmpty()) {
                create(table, false);
            }
        } else if (statement instanceof Statement.CreateView view) {
            catalog.create(planner().validateCreateView(view), view.orReplace());
        } else if (statement instanceof Statement.CreateDatabase database) {
            createDatabase(database);
        } else if (statement instanceof Statement.UseDatabase use) {
            catalog.use(catalog.databaseName(use.name().simple()));
        } else if (statement instanceof Statement.SetOption set && set.option() != null) {
            set(set.option());
        } else if (statement instanceof Statement.ResetOption reset) {
            reset(reset.key());
        } else if (statement instanceof Statement.InsertInto insert) {
            return planJob(jobName(insert), List.of(insert));
        } else if (statement instanceof Statement.StatementSet set) {
            return planJob(jobName(set.inserts().get(0)), set.inserts());
        } else {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    statement.text().position(1, 1),
                    "this statement is not for scripts",
                    "write stream NAME above a query; tables, views, databases, SET, USE and INSERT are run",
                    null);
        }
        return null;
    }

    private PhysicalPlan planQuery(Statement.Query query, String job) {
        PhysicalPlan plan = planner()
                .planQuery(query.query(), query.text().positions(), query.emitOnWatermark())
                .job()
                .plan();
        return new PhysicalPlan(job, plan.nodes());
    }

    private PhysicalPlan planJob(String job, List<Statement.InsertInto> inserts) {
        return planner().planJob(job, inserts).plan();
    }

    private Planner planner() {
        return installed.planner(catalog, new MemoryConnector(tables, false), zone());
    }

    private String jobName(Statement.InsertInto insert) {
        String name = settings.remove(JOB_NAME);
        return name != null ? name : catalog.resolve(insert.target().parts()).toString();
    }

    private void createDatabase(Statement.CreateDatabase database) {
        Map<String, String> options = new LinkedHashMap<>();
        database.options().forEach(option -> options.put(option.key(), option.value()));
        String layer = options.get("layer");
        boolean there = catalog.stored().database(database.name().simple()).isPresent();
        if (!there || !database.ifNotExists()) {
            catalog.stored()
                    .createDatabase(new DatabaseDefinition(
                            database.name().simple(),
                            layer == null ? null : layer.toUpperCase(Locale.ROOT),
                            options,
                            database.comment()));
        }
    }

    private void reset(@Nullable Identifier key) {
        if (key == null) {
            settings.clear();
        } else {
            settings.remove(key.name());
        }
    }

    private void set(Option option) {
        if (!SETTINGS.contains(option.key())) {
            throw new AlluviumException(
                    ErrorCode.OPTION_UNKNOWN,
                    option.keyPosition(),
                    "setting \"" + option.key() + "\" is not known to scripts",
                    Suggestion.didYouMean(option.key(), SETTINGS),
                    null);
        }
        if (option.key().equals(ZONE)) {
            try {
                ZoneId.of(option.value());
            } catch (DateTimeException e) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        option.valuePosition(),
                        "\"" + option.value() + "\" is no time zone",
                        null,
                        e);
            }
        }
        settings.put(option.key(), option.value());
    }

    // ---- tables

    /** Makes a table as a warehouse does, but for its connector: the script's own stands for whichever was written. */
    private void create(Statement.CreateTable written, boolean append) {
        Map<String, Option> given = new LinkedHashMap<>();
        written.options().forEach(option -> given.put(option.key(), option));
        Option format = given.get("format");
        boolean connected = given.containsKey("connector");
        List<Option> options = new ArrayList<>();
        SourcePosition position = written.name().position();
        ownOptions(catalog.resolve(written.name().parts()), append)
                .forEach((key, value) -> options.add(new Option(key, value, position, position)));
        given.forEach((key, option) -> {
            boolean ofFormat = key.equals("format") || format != null && key.startsWith(format.value() + ".");
            if (ofFormat || !connected) {
                options.add(option);
            }
        });
        create(planner()
                .validateCreateTable(new Statement.CreateTable(
                        written.text(),
                        written.name(),
                        false,
                        written.ifNotExists(),
                        written.orReplace(),
                        written.columns(),
                        written.watermark(),
                        written.primaryKey(),
                        written.comment(),
                        written.partitionedBy(),
                        written.distribution(),
                        options,
                        written.like(),
                        written.query(),
                        written.queryText())));
    }

    private void create(TableDefinition definition) {
        catalog.create(definition, false);
        TablePath path = definition.path();
        tables.add(
                new MemoryTable(path.toString(), definition.physicalSchema(), definition.primaryKey(), splits(path)));
    }

    private Map<String, String> ownOptions(TablePath path, boolean append) {
        boolean ends =
                script.endedTables().stream().anyMatch(name -> resolve(name).equals(path));
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", MemoryConnector.NAME);
        options.put(MemoryConnector.CHANGES, append ? MemoryConnector.APPEND : changes(path));
        options.put(MemoryConnector.SPLITS, Integer.toString(splits(path)));
        options.put(MemoryConnector.BOUNDED, Boolean.toString(ends));
        return options;
    }

    private String changes(TablePath path) {
        boolean upsert =
                script.upsertTables().stream().anyMatch(name -> resolve(name).equals(path));
        return upsert ? MemoryConnector.UPSERT : MemoryConnector.FULL;
    }

    private int splits(TablePath path) {
        int splits = 1;
        for (Map.Entry<String, Integer> fed : script.splits().entrySet()) {
            splits = resolve(fed.getKey()).equals(path) ? Math.max(splits, fed.getValue()) : splits;
        }
        return splits;
    }

    MemoryTable table(ScriptLine line, String name) {
        MemoryTable table = findTable(name);
        if (table == null) {
            List<String> known = tables.all().stream().map(MemoryTable::name).toList();
            throw line.error("no table \"" + name + "\"", "known are " + String.join(", ", known));
        }
        return table;
    }

    @Nullable
    MemoryTable findTable(String name) {
        return tables.find(resolve(name).toString());
    }

    /** True where the table has a format. */
    boolean isFedRecords(MemoryTable table) {
        return option(table, "format") != null;
    }

    /** {@link MemoryConnector#APPEND}, FULL or UPSERT. */
    String changes(MemoryTable table) {
        return String.valueOf(option(table, MemoryConnector.CHANGES));
    }

    private @Nullable String option(MemoryTable table, String key) {
        String[] parts = table.name().split("\\.", 2);
        TableDefinition definition = (TableDefinition) catalog.require(new TablePath(parts[0], parts[1]));
        return definition.options().get(key);
    }

    private TablePath resolve(String name) {
        return catalog.resolve(List.of(name.split("\\.")));
    }

    /** The values of a row as a script writes it. */
    @Nullable
    Object[] values(Schema schema, ScriptLine line, String text) {
        try {
            return RowText.parse(schema, text, zone());
        } catch (IllegalArgumentException e) {
            throw line.error("row cannot be read: " + e.getMessage(), null);
        }
    }

    /** The schema of the result that a plan hands out, or null where it only writes. */
    static @Nullable Schema collected(PhysicalPlan plan) {
        for (PlanNode node : plan.nodes()) {
            if (node instanceof PlanNode.Collect collect) {
                return collect.schema();
            }
        }
        return null;
    }

    /** Statements with their positions in the script. */
    private List<StatementText> split(ScriptLine line, String text) {
        return ScriptSplitter.split("\n".repeat(line.number() - 1) + text, line.file());
    }
}
