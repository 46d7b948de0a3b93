package io.alluvium.server.session;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.SourceDatabase;
import io.alluvium.core.connector.SourceTable;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import io.alluvium.server.plugin.InstalledConnectors;
import io.alluvium.server.plugin.References;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.ColumnDefinition;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.ObjectName;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.TableClauses.Filling;
import io.alluvium.sql.statement.TableClauses.PrimaryKey;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns CREATE TABLES into a CREATE TABLE, and an INSERT, for each table of the other system, which is asked once a statement. */
final class SourceTables {
    private static final String CONNECTOR = "connector";
    private static final String TABLE = "{table}";
    private static final String DATABASE = "{database}";

    private final InstalledConnectors connectors;
    private final SecretCheck secrets;
    private final References references;
    private final Path warehouse;
    private final Map<Statement.CreateTables, List<SourceTable>> asked = new IdentityHashMap<>();
    private final Map<Statement.CreateTables, AlluviumException> failed = new IdentityHashMap<>();

    SourceTables(InstalledConnectors connectors, SecretCheck secrets, References references, Path warehouse) {
        this.connectors = connectors;
        this.secrets = secrets;
        this.references = references;
        this.warehouse = warehouse;
    }

    /**
     * The definitions, in the order of the tables' names.
     *
     * @param database the name of the target in the catalog
     */
    List<Statement.CreateTable> statements(Statement.CreateTables create, String database, ZoneId zone) {
        return wanted(create, zone).stream()
                .map(table -> statement(create, database, table))
                .toList();
    }

    /**
     * The INSERTs of the job that fills the tables. Each is a text of its own, to which the positions of errors belong.
     *
     * @param database the name of the target in the catalog
     * @param read that of the database that the job reads
     */
    List<Statement.InsertInto> inserts(
            Statement.CreateTables create, Filling filling, String database, String read, ZoneId zone) {
        List<Statement.InsertInto> inserts = new ArrayList<>();
        for (SourceTable table : wanted(create, zone)) {
            String columns = table.columns().stream()
                    .map(column -> quoted(column.name()))
                    .collect(Collectors.joining(", "));
            String sql = "INSERT INTO " + quoted(database) + "." + quoted(named(create.name(), create, table)) + " ("
                    + columns + ")\nSELECT " + columns + "\nFROM " + quoted(read) + "."
                    + quoted(named(filling.name(), create, table));
            StatementText text = new StatementText(sql, "job " + filling.job().name(), sql, 0, 1, 1);
            inserts.add((Statement.InsertInto) StatementParser.parse(text));
        }
        return inserts;
    }

    private List<SourceTable> wanted(Statement.CreateTables create, ZoneId zone) {
        List<SourceTable> tables = asked.get(create);
        AlluviumException failure = failed.get(create);
        if (failure != null) {
            throw failure;
        }
        if (tables == null) {
            try {
                tables = ask(create, zone);
            } catch (AlluviumException e) {
                failed.put(create, e);
                throw e;
            }
            asked.put(create, tables);
        }
        return wanted(create, tables);
    }

    private static String named(String pattern, Statement.CreateTables create, SourceTable table) {
        return pattern.replace(TABLE, table.name())
                .replace(DATABASE, create.source().name());
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private List<SourceTable> ask(Statement.CreateTables create, ZoneId zone) {
        Map<String, String> given = new LinkedHashMap<>();
        create.connection().forEach(option -> given.put(option.key(), option.value()));
        String name = given.remove(CONNECTOR);
        if (name == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING,
                    create.source().position(),
                    "USING does not say how database \"" + create.source().name() + "\" is reached",
                    "add 'connector' = 'mysql'",
                    null);
        }
        ConnectorFactory connector = connectors.connector(name);
        List<OptionSpec> declared = connector.databaseOptions();
        if (declared.isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    create.source().position(),
                    "connector \"" + connector.name() + "\" does not tell what tables there are",
                    "write 'connector' = 'mysql' into USING; WITH says where the tables' rows are",
                    null);
        }
        secrets.check(declared, given, create.connection());
        try {
            String owner = "database \"" + create.source().name() + "\" (connector \"" + connector.name() + "\")";
            Options options = Options.check(owner, declared, references.resolve(given));
            return connector.tables(new SourceDatabase(create.source().name(), options, zone, warehouse));
        } catch (AlluviumException e) {
            throw e.at(create.source().position());
        }
    }

    private static List<SourceTable> wanted(Statement.CreateTables create, List<SourceTable> tables) {
        List<String> names = tables.stream().map(SourceTable::name).toList();
        for (Identifier pattern : create.including()) {
            if (names.stream().noneMatch(name -> matches(name, pattern))) {
                throw none(create, pattern, names);
            }
        }
        List<SourceTable> wanted = tables.stream()
                .filter(table -> create.including().isEmpty()
                        || create.including().stream().anyMatch(pattern -> matches(table.name(), pattern)))
                .filter(table -> create.excluding().stream().noneMatch(pattern -> matches(table.name(), pattern)))
                .toList();
        if (wanted.isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    create.source().position(),
                    "database \"" + create.source().name() + "\" has no table"
                            + (names.isEmpty() ? " that its user may see" : " beside the excluded ones"),
                    null,
                    null);
        }
        return wanted;
    }

    private static AlluviumException none(Statement.CreateTables create, Identifier pattern, List<String> names) {
        String hint = Suggestion.didYouMean(pattern.name(), names);
        return new AlluviumException(
                ErrorCode.SOURCE_NOT_FOUND,
                pattern.position(),
                "no table of database \"" + create.source().name() + "\" is like \"" + pattern.name() + "\"",
                hint != null ? hint : "it has " + String.join(", ", names),
                null);
    }

    private static boolean matches(String name, Identifier pattern) {
        return name.matches(LookStatements.likePattern(pattern.name()));
    }

    private static Statement.CreateTable statement(Statement.CreateTables create, String database, SourceTable table) {
        SourcePosition position = create.source().position();
        String source = "table \"" + create.source().name() + "." + table.name() + "\"";
        if (table.primaryKey().isEmpty()) {
            throw unusable(source + " has no primary key", table, position);
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        for (SourceTable.Column column : table.columns()) {
            DataType type = column.type();
            if (type == null) {
                String problem = "column \"" + column.name() + "\" of " + source + " is " + column.sourceType()
                        + ", which no type here holds";
                throw unusable(problem, table, position);
            }
            columns.add(new ColumnDefinition.Physical(
                    new Identifier(column.name(), position), type, position, column.comment()));
        }
        List<Identifier> key = table.primaryKey().stream()
                .map(column -> new Identifier(column, position))
                .toList();
        String name = named(create.name(), create, table);
        return new Statement.CreateTable(
                create.text(),
                new ObjectName(List.of(database, name), create.target().position()),
                false,
                create.ifNotExists(),
                create.orReplace(),
                columns,
                null,
                new PrimaryKey(key, position),
                table.comment(),
                List.of(),
                null,
                options(create, table),
                null,
                null,
                null);
    }

    private static AlluviumException unusable(String problem, SourceTable table, SourcePosition position) {
        return new AlluviumException(
                ErrorCode.SOURCE_UNUSABLE,
                position,
                problem,
                "leave it out with EXCLUDING ('" + table.name() + "'), and write a CREATE TABLE of your own for it",
                null);
    }

    private static List<Option> options(Statement.CreateTables create, SourceTable table) {
        return create.options().stream()
                .map(option -> {
                    boolean pattern = option.key().endsWith(".include");
                    String value = option.value()
                            .replace(TABLE, pattern ? exactly(table.name()) : table.name())
                            .replace(
                                    DATABASE,
                                    pattern
                                            ? exactly(create.source().name())
                                            : create.source().name());
                    return new Option(option.key(), value, option.keyPosition(), option.valuePosition());
                })
                .toList();
    }

    /** A name inside a pattern of names. */
    private static String exactly(String name) {
        return name.matches("[\\w-]*") ? name : Pattern.quote(name);
    }
}
