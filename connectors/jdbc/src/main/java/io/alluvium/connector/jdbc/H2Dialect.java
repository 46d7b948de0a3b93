package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.type.DataType.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** H2, the built-in database. */
final class H2Dialect implements SqlDialect {
    private static final Logger LOG = LoggerFactory.getLogger(H2Dialect.class);
    private static final Pattern RELATIVE = Pattern.compile("jdbc:h2:(file:)?(\\./.*)");
    private static final int ADMIN_RIGHTS_NEEDED = 90040;
    private static final List<Integer> TABLE_MISSING = List.of(42102, 42103, 42104);
    private static final List<Integer> CONFLICTS = List.of(40001, 50200, 90131);

    private volatile boolean warned;

    @Override
    public String address(String url, Path warehouse) {
        if (url.startsWith("jdbc:h2:mem:") && !url.toUpperCase(Locale.ROOT).contains("DB_CLOSE_DELAY")) {
            // without it a database in memory is gone as soon as no connection is open
            return url + ";DB_CLOSE_DELAY=-1";
        }
        var matcher = RELATIVE.matcher(url);
        if (!matcher.matches()) {
            return url;
        }
        String rest = matcher.group(2);
        int settings = rest.indexOf(';');
        String file = settings < 0 ? rest : rest.substring(0, settings);
        return "jdbc:h2:file:" + warehouse.resolve(file).toAbsolutePath().normalize()
                + (settings < 0 ? "" : rest.substring(settings));
    }

    @Override
    public Properties driverSettings() {
        return new Properties();
    }

    @Override
    public void prepare(Connection connection) {}

    @Override
    public void beginSnapshot(Connection connection) {}

    @Override
    public int streamingFetchSize(int rows) {
        return rows;
    }

    @Override
    public @Nullable StoredTable find(Connection connection, String name) throws SQLException {
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
        List<StoredColumn> columns = new ArrayList<>();
        String sqlName = quoted(schemaName) + "." + quoted(tableName);
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + sqlName + " WHERE FALSE")) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                columns.add(StoredColumn.named(none.getMetaData().getColumnName(i)));
            }
        }
        return new StoredTable(sqlName, quoted(JdbcTable.LEDGER), columns, List.of(), null);
    }

    @Override
    public void create(Connection connection, TableSpec table, String name) throws SQLException {
        List<String> parts = new ArrayList<>();
        for (Field field : table.schema().fields()) {
            parts.add(quoted(field.name()) + " " + new H2Column(field.name(), field.type()).ddl());
        }
        List<String> key = table.primaryKey();
        if (!key.isEmpty()) {
            parts.add(key.stream().map(this::quoted).collect(Collectors.joining(", ", "PRIMARY KEY (", ")")));
        }
        int dot = name.lastIndexOf('.');
        String sqlName = quoted(name.substring(dot + 1));
        try (Statement statement = connection.createStatement()) {
            if (dot >= 0) {
                String schemaName = quoted(name.substring(0, dot));
                statement.execute("CREATE SCHEMA IF NOT EXISTS " + schemaName);
                sqlName = schemaName + "." + sqlName;
            }
            statement.execute("CREATE TABLE IF NOT EXISTS " + sqlName + " (" + String.join(", ", parts) + ")");
        }
    }

    @Override
    public void requireWritable(TableSpec table, StoredTable stored, List<StoredColumn> matched) {}

    @Override
    public JdbcColumn column(Field declared, StoredColumn stored) {
        return new H2Column(declared.name(), declared.type());
    }

    @Override
    public String quoted(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String selected(StoredColumn column) {
        return quoted(column.name());
    }

    @Override
    public boolean pages(StoredTable stored, List<StoredColumn> key) {
        return !key.isEmpty();
    }

    @Override
    public Behind behind(List<StoredColumn> key) {
        String names = names(key.stream().map(StoredColumn::name).toList());
        String marks = key.stream().map(column -> "?").collect(Collectors.joining(", "));
        return new Behind(
                "(" + names + ") > (" + marks + ")",
                IntStream.range(0, key.size()).boxed().toList());
    }

    @Override
    public boolean replacesByDelete(StoredTable stored, List<StoredColumn> written, List<String> key) {
        return false;
    }

    @Override
    public String upsertSql(StoredTable stored, List<String> columns, List<String> key) {
        String marks = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
        return "MERGE INTO " + stored.sqlName() + " (" + names(columns) + ") KEY (" + names(key) + ") VALUES (" + marks
                + ")";
    }

    @Override
    public String ledgerDdl(String ledger) {
        return "CREATE TABLE IF NOT EXISTS " + ledger
                + " (job VARCHAR(512), target VARCHAR(512), version BIGINT NOT NULL, attempt BIGINT NOT NULL,"
                + " PRIMARY KEY (job, target))";
    }

    @Override
    public boolean isMissingTable(SQLException failure) {
        return TABLE_MISSING.contains(failure.getErrorCode());
    }

    /** H2 answers a commit up to half a second before it is on disk; this waits for it. */
    @Override
    public void makeDurable(Connection connection, String address) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT SYNC");
        } catch (SQLException e) {
            if (e.getErrorCode() != ADMIN_RIGHTS_NEEDED) {
                throw e;
            }
            if (!warned) {
                LOG.warn(
                        "database={} does not let this user wait for the disk: a crash of the database can lose the last"
                                + " half second; set WRITE_DELAY 0 there, or connect as its administrator",
                        address);
                warned = true;
            }
        }
    }

    @Override
    public Failure failure(SQLException failure) {
        if (CONFLICTS.contains(failure.getErrorCode()) || failure instanceof SQLTransactionRollbackException) {
            return Failure.CONFLICT;
        }
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("22") || state.startsWith("23") ? Failure.VALUE_REFUSED : Failure.OTHER;
    }

    @Override
    public @Nullable String hint(SQLException failure) {
        return null;
    }

    private String names(List<String> columns) {
        return columns.stream().map(this::quoted).collect(Collectors.joining(", "));
    }
}
