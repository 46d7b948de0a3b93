package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.SourceDatabase;
import io.alluvium.core.connector.SourceTable;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what tables a database of MySQL has. */
final class MySqlDatabase {
    private static final String DATABASES = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME";
    private static final String TABLES =
            "SELECT TABLE_NAME, TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'";
    private static final String COLUMNS = "SELECT TABLE_NAME, COLUMN_COMMENT, " + MySqlCatalog.COLUMN
            + " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION";
    private static final String KEYS =
            "SELECT TABLE_NAME, COLUMN_NAME, SUB_PART FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?"
                    + " AND INDEX_NAME = 'PRIMARY' ORDER BY TABLE_NAME, SEQ_IN_INDEX";

    private final Connection connection;
    private final String database;

    private MySqlDatabase(Connection connection, String database) {
        this.connection = connection;
        this.database = database;
    }

    /** The tables but for those that Alluvium itself keeps there. */
    static List<SourceTable> tables(SourceDatabase database) {
        String url = database.options().text(JdbcConnector.URL);
        if (!url.startsWith("jdbc:mysql:")) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    "the tables of " + Connections.redacted(url) + " are not read: only those of MySQL are",
                    "write 'url' = 'jdbc:mysql://HOST:3306/'");
        }
        Connections connections =
                Connections.of(database.options(), database.warehouse(), MySqlDialect.withoutValues());
        try (Connection connection = connections.open()) {
            MySqlDatabase found = new MySqlDatabase(connection, database.name());
            found.requireItIsThere(connections.address());
            return found.tables();
        } catch (SQLException e) {
            throw connections.failed("the tables of \"" + database.name() + "\" cannot be looked at", e);
        }
    }

    private void requireItIsThere(String address) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(DATABASES);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        if (!names.contains(database)) {
            String hint = Suggestion.didYouMean(database, names);
            throw new AlluviumException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "database \"" + database + "\" is not in MySQL " + address + ", or its user may not see it",
                    hint != null ? hint : "the user needs SELECT on it, and sees " + String.join(", ", names));
        }
    }

    private List<SourceTable> tables() throws SQLException {
        Map<String, List<String>> keys = keys();
        Map<String, List<SourceTable.Column>> columns = new HashMap<>();
        try (PreparedStatement statement = asked(COLUMNS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String table = row.getString("TABLE_NAME");
                columns.computeIfAbsent(table, name -> new ArrayList<>())
                        .add(column(row, keys.getOrDefault(table, List.of())));
            }
        }
        List<SourceTable> tables = new ArrayList<>();
        try (PreparedStatement statement = asked(TABLES);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String name = row.getString(1);
                if (!name.equals(JdbcTable.LEDGER)) {
                    tables.add(new SourceTable(
                            name,
                            columns.getOrDefault(name, List.of()),
                            keys.getOrDefault(name, List.of()),
                            text(row.getString(2))));
                }
            }
        }
        tables.sort(Comparator.comparing(SourceTable::name));
        return tables;
    }

    /** The primary keys by table; an index over the beginning of a text is none, since that does not make the text unique. */
    private Map<String, List<String>> keys() throws SQLException {
        Map<String, List<String>> keys = new HashMap<>();
        Set<String> partial = new HashSet<>();
        try (PreparedStatement statement = asked(KEYS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String table = row.getString(1);
                keys.computeIfAbsent(table, name -> new ArrayList<>()).add(row.getString(2));
                if (row.getString(3) != null) {
                    partial.add(table);
                }
            }
        }
        keys.keySet().removeAll(partial);
        return keys;
    }

    /** NOT NULL is for the key alone: rows from before a column was added have none there, and a date of zero may be read as NULL. */
    private static SourceTable.Column column(ResultSet row, List<String> key) throws SQLException {
        StoredColumn stored = MySqlCatalog.column(row);
        DataType type = MySqlDeclared.of(stored);
        return new SourceTable.Column(
                stored.name(),
                type == null ? null : type.withNullable(!key.contains(stored.name())),
                stored.fullType(),
                text(row.getString("COLUMN_COMMENT")));
    }

    private static @Nullable String text(@Nullable String comment) {
        return comment == null || comment.isEmpty() ? null : comment;
    }

    private PreparedStatement asked(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setString(1, database);
        return statement;
    }
}
