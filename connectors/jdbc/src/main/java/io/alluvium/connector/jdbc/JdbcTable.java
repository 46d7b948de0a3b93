package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.Schema;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table of the database: its real name and columns (letter case is matched exactly first, then loosely) and the SQL that
 * reads and writes it. The SQL is H2's. Immutable and thread-safe.
 */
final class JdbcTable {
    /** The ledger's table, one row a job and target table. */
    static final String LEDGER = "alluvium_ledger";

    private final Connections connections;
    private final String catalogName;
    private final String logicalName;
    private final Schema schema;
    private final List<String> primaryKey;
    private final String sqlName;
    private final Map<String, String> columns;

    private JdbcTable(
            Connections connections,
            String catalogName,
            String logicalName,
            Schema schema,
            List<String> primaryKey,
            String sqlName,
            Map<String, String> columns) {
        this.connections = connections;
        this.catalogName = catalogName;
        this.logicalName = logicalName;
        this.schema = schema;
        this.primaryKey = primaryKey;
        this.sqlName = sqlName;
        this.columns = columns;
    }

    /** Connects to a table that is read. */
    static JdbcTable toRead(TableContext context) {
        return of(context, false);
    }

    /** Connects to a table that is written, and creates it where it is missing and may be created. */
    static JdbcTable toWrite(TableContext context) {
        return of(context, context.options().flag(JdbcConnector.CREATE));
    }

    private static JdbcTable of(TableContext context, boolean create) {
        Connections connections = Connections.of(context.options(), context.warehouse());
        String address = connections.address();
        if (!address.startsWith("jdbc:h2:")) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED, "connector \"jdbc\" speaks the SQL of H2 only, not that of " + address);
        }
        String name = context.options().text(JdbcConnector.TABLE);
        try (Connection connection = connections.open()) {
            Found found = find(connection, name);
            if (found == null && create) {
                create(connection, context, name);
                found = find(connection, name);
            }
            if (found == null) {
                throw new AlluviumException(
                        ErrorCode.TABLE_NOT_FOUND,
                        "table \"" + name + "\" does not exist in database " + address,
                        "it is created when a job first writes it, unless '" + JdbcConnector.CREATE + "' = 'false'");
            }
            return new JdbcTable(
                    connections,
                    context.table().name(),
                    name,
                    context.table().schema(),
                    context.table().primaryKey(),
                    found.sqlName,
                    match(context, found, address));
        } catch (SQLException e) {
            throw connections.failed("table \"" + name + "\" cannot be looked at", e);
        }
    }

    Connections connections() {
        return connections;
    }

    /**
     * The name in the catalog, by which the ledger knows the target: two tables of the catalog may write different columns of
     * one table here.
     */
    String catalogName() {
        return catalogName;
    }

    /** The name as the option {@code table-name} has it. */
    String logicalName() {
        return logicalName;
    }

    Schema schema() {
        return schema;
    }

    List<String> primaryKey() {
        return primaryKey;
    }

    int[] keyPositions() {
        return primaryKey.stream().mapToInt(schema::indexOf).toArray();
    }

    JdbcColumn column(String name) {
        return new JdbcColumn(name, schema.type(schema.indexOf(name)));
    }

    List<JdbcColumn> columns() {
        return schema.fields().stream()
                .map(field -> new JdbcColumn(field.name(), field.type()))
                .toList();
    }

    String insertSql() {
        return "INSERT INTO " + sqlName + " (" + names(columnNames()) + ") VALUES (" + marks(schema.size()) + ")";
    }

    /** Inserts the row or replaces the row of its key. */
    String upsertSql() {
        return "MERGE INTO " + sqlName + " (" + names(columnNames()) + ") KEY (" + names(primaryKey) + ") VALUES ("
                + marks(schema.size()) + ")";
    }

    String deleteSql() {
        return "DELETE FROM " + sqlName + " WHERE " + conditions(primaryKey);
    }

    String findSql(List<String> wanted, List<String> keys) {
        return "SELECT " + select(wanted) + " FROM " + sqlName + " WHERE " + conditions(keys);
    }

    String scanSql(List<String> wanted) {
        return "SELECT " + select(wanted) + " FROM " + sqlName;
    }

    /** A page of rows in the order of the primary key, behind a key where one is given. */
    String pageSql(List<String> wanted, boolean behindKey, int rows) {
        String behind = behindKey ? " WHERE (" + names(primaryKey) + ") > (" + marks(primaryKey.size()) + ")" : "";
        return scanSql(wanted) + behind + " ORDER BY " + names(primaryKey) + " LIMIT " + rows;
    }

    static String quoted(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }

    private List<String> columnNames() {
        return schema.fields().stream().map(field -> field.name()).toList();
    }

    private String select(List<String> wanted) {
        return wanted.isEmpty() ? "1" : names(wanted);
    }

    private String names(List<String> logical) {
        return logical.stream()
                .map(column -> quoted(String.valueOf(columns.get(column))))
                .collect(Collectors.joining(", "));
    }

    private String conditions(List<String> keys) {
        return keys.stream()
                .map(key -> quoted(String.valueOf(columns.get(key))) + " = ?")
                .collect(Collectors.joining(" AND "));
    }

    private static String marks(int count) {
        return IntStream.range(0, count).mapToObj(i -> "?").collect(Collectors.joining(", "));
    }

    /** A table in the database and the names of its columns. */
    private record Found(String sqlName, List<String> columns) {}

    private static @Nullable Found find(Connection connection, String name) throws SQLException {
        int dot = name.lastIndexOf('.');
        String wantedSchema = dot < 0 ? connection.getSchema() : name.substring(0, dot);
        String wantedTable = name.substring(dot + 1);
        DatabaseMetaData metadata = connection.getMetaData();
        String schemaName = null;
        String tableName = null;
        try (ResultSet tables = metadata.getTables(null, null, null, new String[] {"BASE TABLE", "TABLE", "VIEW"})) {
            while (tables.next()) {
                String inSchema = tables.getString("TABLE_SCHEM");
                String inTable = tables.getString("TABLE_NAME");
                boolean exact = inSchema.equals(wantedSchema) && inTable.equals(wantedTable);
                boolean loose = inSchema.equalsIgnoreCase(wantedSchema) && inTable.equalsIgnoreCase(wantedTable);
                if (exact || loose && tableName == null) {
                    schemaName = inSchema;
                    tableName = inTable;
                }
            }
        }
        if (schemaName == null || tableName == null) {
            return null;
        }
        List<String> columns = new ArrayList<>();
        String sqlName = quoted(schemaName) + "." + quoted(tableName);
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + sqlName + " WHERE FALSE")) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                columns.add(none.getMetaData().getColumnName(i));
            }
        }
        return new Found(sqlName, columns);
    }

    private static void create(Connection connection, TableContext context, String name) throws SQLException {
        List<String> parts = new ArrayList<>();
        for (var field : context.table().schema().fields()) {
            parts.add(quoted(field.name()) + " " + new JdbcColumn(field.name(), field.type()).ddl());
        }
        List<String> key = context.table().primaryKey();
        if (!key.isEmpty()) {
            parts.add(key.stream().map(JdbcTable::quoted).collect(Collectors.joining(", ", "PRIMARY KEY (", ")")));
        }
        int dot = name.lastIndexOf('.');
        String table = quoted(name.substring(dot + 1));
        try (Statement statement = connection.createStatement()) {
            if (dot >= 0) {
                String schemaName = quoted(name.substring(0, dot));
                statement.execute("CREATE SCHEMA IF NOT EXISTS " + schemaName);
                table = schemaName + "." + table;
            }
            statement.execute("CREATE TABLE IF NOT EXISTS " + table + " (" + String.join(", ", parts) + ")");
        }
    }

    private static Map<String, String> match(TableContext context, Found found, String address) {
        Map<String, String> matched = new LinkedHashMap<>();
        for (var field : context.table().schema().fields()) {
            String real = null;
            for (String candidate : found.columns) {
                boolean exact = candidate.equals(field.name());
                if (exact || real == null && candidate.equalsIgnoreCase(field.name())) {
                    real = candidate;
                }
            }
            if (real == null) {
                throw new AlluviumException(
                        ErrorCode.COLUMN_NOT_FOUND,
                        "column \"" + field.name() + "\" of table \""
                                + context.table().name() + "\" is not in " + found.sqlName + " of database " + address,
                        Suggestion.didYouMean(field.name(), found.columns));
            }
            matched.put(field.name(), real);
        }
        return matched;
    }
}
