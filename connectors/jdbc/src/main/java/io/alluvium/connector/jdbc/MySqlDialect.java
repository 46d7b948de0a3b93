package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** MySQL 5.7 and later. */
final class MySqlDialect implements SqlDialect {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlDialect.class);

    /** Settings of the driver that everything here relies on; in an address they would win, so they are taken out of it. */
    private static final Map<String, String> DRIVER_SETTINGS = Map.ofEntries(
            Map.entry("rewriteBatchedStatements", "true"),
            Map.entry("useServerPrepStmts", "false"),
            Map.entry("useCursorFetch", "false"),
            Map.entry("characterEncoding", "UTF-8"),
            Map.entry("connectionTimeZone", "UTC"),
            Map.entry("forceConnectionTimeZoneToSession", "false"),
            Map.entry("allowMultiQueries", "false"),
            Map.entry("allowLoadLocalInfile", "false"),
            Map.entry("autoDeserialize", "false"));

    private static final Set<String> ALSO_TAKEN_OUT = Set.of(
            "useunicode",
            "servertimezone",
            "connectioncollation",
            "charactersetresults",
            "zerodatetimebehavior",
            "tinyint1isbit",
            "yearisdatetype",
            "usetimezone",
            "uselegacydatetimecode",
            "allowurlinlocalinfile");

    /** Strict about every value; 0 is a value also for a column that counts by itself. */
    private static final String SQL_MODE =
            "STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
                    + "NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO";

    private static final Set<Integer> CONFLICTS = Set.of(1205, 1213, 3101);
    private static final Set<Integer> DISCONNECTS =
            Set.of(1053, 1077, 1152, 1158, 1159, 1160, 1161, 1927, 2006, 2013, 4031);
    private static final Set<Integer> READ_ONLY_SERVER = Set.of(1290, 1792, 1836);
    private static final Set<Integer> VALUES_REFUSED =
            Set.of(1048, 1153, 1263, 1264, 1265, 1292, 1364, 1366, 1367, 1406, 3140);
    private static final int TABLE_MISSING = 1146;

    private final ZoneId zone;
    private final boolean zeroDateIsNull;

    private MySqlDialect(ZoneId zone, boolean zeroDateIsNull) {
        this.zone = zone;
        this.zeroDateIsNull = zeroDateIsNull;
    }

    static MySqlDialect of(Options options, ZoneId sessionZone) {
        String named = options.textOrNull(JdbcConnector.ZONE);
        ZoneId zone = sessionZone;
        if (named != null) {
            try {
                zone = ZoneId.of(named);
            } catch (DateTimeException e) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "option \"" + JdbcConnector.ZONE + "\" is \"" + named + "\", which is no time zone",
                        "write a name such as Asia/Shanghai, or an offset such as +08:00",
                        e);
            }
        }
        return new MySqlDialect(zone, options.text(JdbcConnector.ZERO_DATE).equals("null"));
    }

    /** For looking at what tables there are: no values of columns are read. */
    static MySqlDialect withoutValues() {
        return new MySqlDialect(ZoneOffset.UTC, false);
    }

    static String quote(String identifier) {
        return "`" + identifier.replace("`", "``") + "`";
    }

    @Override
    public String address(String url, Path warehouse) {
        int mark = url.indexOf('?');
        if (mark < 0) {
            return url;
        }
        Set<String> taken = new TreeSet<>(ALSO_TAKEN_OUT);
        DRIVER_SETTINGS.keySet().forEach(name -> taken.add(name.toLowerCase(Locale.ROOT)));
        List<String> kept = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        for (String setting : url.substring(mark + 1).split("&")) {
            String name = setting.split("=", 2)[0];
            if (taken.contains(name.toLowerCase(Locale.ROOT))) {
                ignored.add(name);
            } else {
                kept.add(setting);
            }
        }
        if (!ignored.isEmpty()) {
            LOG.warn(
                    "the settings {} in the address of a MySQL database have no effect: the connector sets the session itself,"
                            + " time zones are declared with \"{}\"",
                    ignored,
                    JdbcConnector.ZONE);
        }
        return url.substring(0, mark) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
    }

    @Override
    public Properties driverSettings() {
        Properties properties = new Properties();
        properties.putAll(DRIVER_SETTINGS);
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("socketTimeout", "300000");
        return properties;
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // the driver has seen at the log-in whether backslashes escape, so that has to stay as it is
            statement.execute("SET SESSION sql_mode = CONCAT('" + SQL_MODE
                    + "', IF(FIND_IN_SET('NO_BACKSLASH_ESCAPES', @@sql_mode), ',NO_BACKSLASH_ESCAPES', '')),"
                    + " SESSION time_zone = '+00:00'");
        }
    }

    @Override
    public void beginSnapshot(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        }
    }

    /** Row by row: the driver would else keep the whole table in memory. */
    @Override
    public int streamingFetchSize(int rows) {
        return Integer.MIN_VALUE;
    }

    @Override
    public @Nullable StoredTable find(Connection connection, String name) throws SQLException {
        return new MySqlCatalog(connection, name).find();
    }

    @Override
    public void create(Connection connection, TableSpec table, String name) throws SQLException {
        String sqlName = new MySqlCatalog(connection, name).sqlName();
        try (Statement statement = connection.createStatement()) {
            statement.execute(new MySqlDdl(table, collation(connection)).createTable(sqlName));
        }
    }

    @Override
    public void requireWritable(TableSpec table, StoredTable stored, List<StoredColumn> matched) {
        new MySqlWriteChecks(table, stored, matched).check();
    }

    @Override
    public JdbcColumn column(Field declared, StoredColumn stored) {
        if (!MySqlTypes.readable(declared.type(), stored)) {
            throw new AlluviumException(
                    ErrorCode.TYPE_MISMATCH,
                    "column \"" + declared.name() + "\" is declared "
                            + declared.type().sql() + ", MySQL has " + stored.fullType() + " there");
        }
        return new MySqlColumn(declared.name(), declared.type(), stored, zone, zeroDateIsNull);
    }

    @Override
    public String quoted(String identifier) {
        return quote(identifier);
    }

    /** The server's text of a FLOAT has six digits; as a double it has all. */
    @Override
    public String selected(StoredColumn column) {
        return column.type().equals("float") ? quote(column.name()) + " * 1e0" : quote(column.name());
    }

    /** Where the columns are a unique key, of types that are compared as they are ordered. */
    @Override
    public boolean pages(StoredTable stored, List<StoredColumn> key) {
        Set<String> names = key.stream().map(StoredColumn::name).collect(Collectors.toSet());
        boolean unique =
                stored.uniqueKeys().stream().anyMatch(columns -> !columns.contains(null) && names.containsAll(columns));
        return unique
                && key.stream().allMatch(column -> switch (MySqlFamily.of(column)) {
                    case WHOLE, DECIMAL, DATE, DATETIME, TIMESTAMP, TEXT, BYTES -> true;
                    case APPROXIMATE, BIT, YEAR, TIME, LABELS, JSON, OTHER -> false;
                });
    }

    /** {@code a > ? OR (a = ? AND b > ?)}: MySQL finds this through the index, a comparison of rows it does not. */
    @Override
    public Behind behind(List<StoredColumn> key) {
        List<String> alternatives = new ArrayList<>();
        List<Integer> parameters = new ArrayList<>();
        for (int last = 0; last < key.size(); last++) {
            List<String> parts = new ArrayList<>();
            for (int i = 0; i <= last; i++) {
                parts.add(quote(key.get(i).name()) + (i < last ? " = ?" : " > ?"));
                parameters.add(i);
            }
            alternatives.add("(" + String.join(" AND ", parts) + ")");
        }
        return new Behind("(" + String.join(" OR ", alternatives) + ")", parameters);
    }

    /** An upsert of MySQL minds every unique index: with a second one it could replace the row of another key. */
    @Override
    public boolean replacesByDelete(StoredTable stored, List<StoredColumn> written, List<String> key) {
        Set<String> counted = stored.columns().stream()
                .filter(column -> column.counted() && !written.contains(column))
                .map(StoredColumn::name)
                .collect(Collectors.toSet());
        return stored.uniqueKeys().stream()
                .filter(columns -> columns.stream().noneMatch(counted::contains))
                .anyMatch(columns ->
                        columns.contains(null) || !Set.copyOf(columns).equals(Set.copyOf(key)));
    }

    @Override
    public String upsertSql(StoredTable stored, List<String> columns, List<String> key) {
        List<String> updated =
                columns.stream().filter(column -> !key.contains(column)).toList();
        return "INSERT INTO " + stored.sqlName() + " ("
                + columns.stream().map(MySqlDialect::quote).collect(Collectors.joining(", ")) + ") VALUES ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ") ON DUPLICATE KEY UPDATE "
                + (updated.isEmpty() ? key : updated)
                        .stream()
                                .map(column -> quote(column) + " = VALUES(" + quote(column) + ")")
                                .collect(Collectors.joining(", "));
    }

    @Override
    public String ledgerDdl(String ledger) {
        return "CREATE TABLE IF NOT EXISTS " + ledger
                + " (job VARCHAR(384) NOT NULL, target VARCHAR(384) NOT NULL, version BIGINT NOT NULL,"
                + " attempt BIGINT NOT NULL, PRIMARY KEY (job, target))"
                + " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }

    @Override
    public boolean isMissingTable(SQLException failure) {
        return failure.getErrorCode() == TABLE_MISSING;
    }

    /** A commit of MySQL is as durable as its server is set up to make it. */
    @Override
    public void makeDurable(Connection connection, String address) {}

    @Override
    public Failure failure(SQLException failure) {
        int code = failure.getErrorCode();
        String state = String.valueOf(failure.getSQLState());
        if (CONFLICTS.contains(code) || failure instanceof SQLTransactionRollbackException) {
            return Failure.CONFLICT;
        }
        if (isTooLarge(failure)) {
            return Failure.VALUE_REFUSED;
        }
        if (DISCONNECTS.contains(code) || state.startsWith("08") && code != 1040) {
            return Failure.DISCONNECTED;
        }
        if (READ_ONLY_SERVER.contains(code)) {
            return Failure.READ_ONLY;
        }
        boolean refused = VALUES_REFUSED.contains(code) || state.startsWith("22") || state.startsWith("23");
        return refused ? Failure.VALUE_REFUSED : Failure.OTHER;
    }

    /** The driver and the server both say so. */
    private static boolean isTooLarge(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("max_allowed_packet");
    }

    @Override
    public @Nullable String hint(SQLException failure) {
        if (failure(failure) == Failure.READ_ONLY) {
            return "the server is read-only: write to the primary, or wait until its switch-over is done";
        }
        String message = String.valueOf(failure.getMessage());
        if (message.contains("Public Key Retrieval")) {
            return "the server has no TLS; add sslMode=REQUIRED there, or allowPublicKeyRetrieval=true to the url";
        }
        if (isTooLarge(failure)) {
            return "one row is larger than the server takes: raise max_allowed_packet there, or write less into the row";
        }
        return switch (failure.getErrorCode()) {
            case 1045 -> "check \"" + JdbcConnector.USER + "\" and \"" + JdbcConnector.PASSWORD + "\"";
            case 1049 -> "create the database first";
            case 1044, 1142, 1143, 1227 -> "a job needs SELECT, INSERT, UPDATE and DELETE on its table and on "
                    + JdbcTable.LEDGER + ", and CREATE where they are not there yet";
            case 1114, 1021, 3 -> "the disk of the server is full";
            default -> null;
        };
    }

    /** Texts are compared byte by byte and by their full length, where the server can do that. */
    private static String collation(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var found = statement.executeQuery("SHOW COLLATION WHERE Collation = 'utf8mb4_0900_bin'")) {
            return found.next() ? "utf8mb4_0900_bin" : "utf8mb4_bin";
        }
    }
}
