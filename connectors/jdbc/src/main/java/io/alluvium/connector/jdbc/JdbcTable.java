package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of the database: its real name and columns (letter case is matched exactly first, then loosely) and the SQL that
 * reads and writes it. Immutable and thread-safe.
 */
final class JdbcTable {
    /** The ledger's table, one row a job and target table. */
    static final String LEDGER = "alluvium_ledger";

    private final Connections connections;
    private final SqlDialect dialect;
    private final String catalogName;
    private final String logicalName;
    private final Schema schema;
    private final List<String> primaryKey;
    private final StoredTable stored;
    private final Map<String, StoredColumn> columns;

    private JdbcTable(
            Connections connections,
            SqlDialect dialect,
            String logicalName,
            TableSpec table,
            StoredTable stored,
            Map<String, StoredColumn> columns) {
        this.connections = connections;
        this.dialect = dialect;
        this.catalogName = table.name();
        this.logicalName = logicalName;
        this.schema = table.schema();
        this.primaryKey = table.primaryKey();
        this.stored = stored;
        this.columns = columns;
    }

    /** Connects to a table that is read. */
    static JdbcTable toRead(TableContext context) {
        JdbcTable table = of(context, false);
        table.columns(); // types that cannot be read are told here
        return table;
    }

    /** Connects to a table that is written, and creates it where it is missing and may be created. */
    static JdbcTable toWrite(TableContext context) {
        JdbcTable table = of(context, context.options().flag(JdbcConnector.CREATE));
        table.dialect.requireWritable(
                context.table(),
                table.stored,
                table.schema.fields().stream()
                        .map(field -> table.stored(field.name()))
                        .toList());
        table.columns();
        return table;
    }

    private static JdbcTable of(TableContext context, boolean create) {
        SqlDialect dialect = SqlDialect.of(context);
        Connections connections = Connections.of(context.options(), context.warehouse(), dialect);
        String address = connections.address();
        String name = context.options().text(JdbcConnector.TABLE);
        try (Connection connection = connections.open()) {
            StoredTable found = dialect.find(connection, name);
            if (found == null && create) {
                dialect.create(connection, context.table(), name);
                found = dialect.find(connection, name);
            }
            if (found == null) {
                throw new AlluviumException(
                        ErrorCode.TABLE_NOT_FOUND,
                        "table \"" + name + "\" does not exist in database " + address,
                        "it is created when a job first writes it, unless '" + JdbcConnector.CREATE + "' = 'false'");
            }
            return new JdbcTable(connections, dialect, name, context.table(), found, match(context, found, address));
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

    SqlDialect dialect() {
        return dialect;
    }

    JdbcColumn column(String name) {
        return dialect.column(schema.fields().get(schema.indexOf(name)), stored(name));
    }

    /** A key column with a type that holds whatever a column of its kind may hold: a page starts behind any key. */
    JdbcColumn keyColumn(String name) {
        DataType type = schema.type(schema.indexOf(name));
        DataType wide = type instanceof DataType.Text ? DataType.string() : type.isInteger() ? DataType.bigint() : type;
        return dialect.column(new Field(name, wide.withNullable(false)), stored(name));
    }

    List<JdbcColumn> columns() {
        return schema.fields().stream().map(field -> column(field.name())).toList();
    }

    /** The quoted name of the ledger's table. */
    String ledger() {
        return stored.ledger();
    }

    /** Whether old rows are to be deleted by key before the new ones are inserted, instead of an upsert. */
    boolean replacesByDelete() {
        return !primaryKey.isEmpty()
                && dialect.replacesByDelete(stored, List.copyOf(columns.values()), realNames(primaryKey));
    }

    String insertSql() {
        return "INSERT INTO " + stored.sqlName() + " (" + names(columnNames()) + ") VALUES (" + marks(schema.size())
                + ")";
    }

    /** Inserts the row or replaces the row of its key. */
    String upsertSql() {
        return dialect.upsertSql(stored, realNames(columnNames()), realNames(primaryKey));
    }

    String deleteSql() {
        return "DELETE FROM " + stored.sqlName() + " WHERE " + conditions(primaryKey);
    }

    /** The rows of some keys: the key's columns, then the wanted ones; the keys' values are the parameters. */
    String findSql(List<String> wanted, List<String> keys, int count) {
        String one = keys.size() == 1 ? "?" : "(" + marks(keys.size()) + ")";
        String all = IntStream.range(0, count).mapToObj(i -> one).collect(Collectors.joining(", "));
        String key = keys.size() == 1 ? names(keys) : "(" + names(keys) + ")";
        List<String> selected = new ArrayList<>(keys);
        selected.addAll(wanted);
        return "SELECT " + select(selected) + " FROM " + stored.sqlName() + " WHERE "
                + (count == 1 ? conditions(keys) : key + " IN (" + all + ")");
    }

    String scanSql(List<String> wanted) {
        return "SELECT " + select(wanted) + " FROM " + stored.sqlName();
    }

    /** Whether the table can be read page by page in the order of its primary key. */
    boolean pages() {
        return dialect.pages(stored, storedKey());
    }

    /** The condition of {@link #pageSql} behind a key. */
    SqlDialect.Behind behind() {
        return dialect.behind(storedKey());
    }

    /** A page of rows in the order of the primary key, behind a key where one is given. */
    String pageSql(List<String> wanted, boolean behindKey, int rows) {
        String behind = behindKey ? " WHERE " + behind().sql() : "";
        return scanSql(wanted) + behind + " ORDER BY " + names(primaryKey) + " LIMIT " + rows;
    }

    private StoredColumn stored(String name) {
        StoredColumn column = columns.get(name);
        if (column == null) {
            throw AlluviumException.internal("column " + name + " of table " + logicalName + " was not matched");
        }
        return column;
    }

    private List<StoredColumn> storedKey() {
        return primaryKey.stream().map(this::stored).toList();
    }

    private List<String> columnNames() {
        return schema.fields().stream().map(Field::name).toList();
    }

    private List<String> realNames(List<String> logical) {
        return logical.stream().map(name -> stored(name).name()).toList();
    }

    private String select(List<String> wanted) {
        return wanted.isEmpty()
                ? "1"
                : wanted.stream().map(name -> dialect.selected(stored(name))).collect(Collectors.joining(", "));
    }

    private String names(List<String> logical) {
        return realNames(logical).stream().map(dialect::quoted).collect(Collectors.joining(", "));
    }

    private String conditions(List<String> keys) {
        return realNames(keys).stream().map(key -> dialect.quoted(key) + " = ?").collect(Collectors.joining(" AND "));
    }

    private static String marks(int count) {
        return IntStream.range(0, count).mapToObj(i -> "?").collect(Collectors.joining(", "));
    }

    private static Map<String, StoredColumn> match(TableContext context, StoredTable found, String address) {
        Map<String, StoredColumn> matched = new LinkedHashMap<>();
        for (Field field : context.table().schema().fields()) {
            StoredColumn real = null;
            for (StoredColumn candidate : found.columns()) {
                boolean exact = candidate.name().equals(field.name());
                if (exact || real == null && candidate.name().equalsIgnoreCase(field.name())) {
                    real = candidate;
                }
            }
            if (real == null) {
                throw new AlluviumException(
                        ErrorCode.COLUMN_NOT_FOUND,
                        "column \"" + field.name() + "\" of table \""
                                + context.table().name() + "\" is not in " + found.sqlName() + " of database "
                                + address,
                        Suggestion.didYouMean(field.name(), found.columnNames()));
            }
            matched.put(field.name(), real);
        }
        return matched;
    }
}
