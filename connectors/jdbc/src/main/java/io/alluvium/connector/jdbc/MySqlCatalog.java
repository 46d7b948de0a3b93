package io.alluvium.connector.jdbc;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what MySQL says of a table: columns, unique indexes, engine. */
final class MySqlCatalog {
    private static final String TABLE =
            """
            SELECT t.ENGINE, e.TRANSACTIONS FROM information_schema.TABLES t
            LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
            WHERE t.TABLE_SCHEMA = ? AND t.TABLE_NAME = ?""";
    /** What {@link #column} reads. */
    static final String COLUMN =
            "COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION, NUMERIC_SCALE,"
                    + " DATETIME_PRECISION, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, COLLATION_NAME";

    private static final String COLUMNS =
            "SELECT " + COLUMN + " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
                    + " ORDER BY ORDINAL_POSITION";
    private static final String UNIQUE =
            """
            SELECT INDEX_NAME, COLUMN_NAME, SUB_PART FROM information_schema.STATISTICS
            WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND NON_UNIQUE = 0 ORDER BY INDEX_NAME, SEQ_IN_INDEX""";

    private final Connection connection;
    private final String database;
    private final String table;

    /** @param name of the table, with its database or in the connection's */
    MySqlCatalog(Connection connection, String name) throws SQLException {
        this.connection = connection;
        int dot = name.indexOf('.');
        String current = dot < 0 ? connection.getCatalog() : name.substring(0, dot);
        if (current == null || current.isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "neither the address nor the option \"" + JdbcConnector.TABLE + "\" names a database",
                    "write 'url' = 'jdbc:mysql://HOST:3306/DATABASE' or '" + JdbcConnector.TABLE + "' = 'DATABASE."
                            + name + "'");
        }
        this.database = current;
        this.table = name.substring(dot + 1);
    }

    String sqlName() {
        return MySqlDialect.quote(database) + "." + MySqlDialect.quote(table);
    }

    @Nullable
    StoredTable find() throws SQLException {
        String engine = null;
        try (PreparedStatement statement = asked(TABLE);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            boolean transactions = row.getString(1) == null || "YES".equals(row.getString(2));
            engine = transactions ? null : row.getString(1);
        }
        String ledger = MySqlDialect.quote(database) + "." + MySqlDialect.quote(JdbcTable.LEDGER);
        return new StoredTable(sqlName(), ledger, columns(), uniqueKeys(), engine);
    }

    private List<StoredColumn> columns() throws SQLException {
        List<StoredColumn> columns = new ArrayList<>();
        try (PreparedStatement statement = asked(COLUMNS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                columns.add(column(row));
            }
        }
        return columns;
    }

    /** A row of information_schema.COLUMNS with the columns that are asked for here. */
    static StoredColumn column(ResultSet row) throws SQLException {
        String extra = String.valueOf(row.getString("EXTRA")).toLowerCase(Locale.ROOT);
        boolean generated = extra.contains("virtual generated") || extra.contains("stored generated");
        boolean counted = extra.contains("auto_increment");
        boolean filledIn = "YES".equals(row.getString("IS_NULLABLE"))
                || row.getString("COLUMN_DEFAULT") != null
                || counted
                || generated
                || extra.contains("default_generated");
        String scale = row.getString("NUMERIC_SCALE");
        return new StoredColumn(
                row.getString("COLUMN_NAME"),
                row.getString("DATA_TYPE").toLowerCase(Locale.ROOT),
                row.getString("COLUMN_TYPE").toLowerCase(Locale.ROOT),
                row.getLong("CHARACTER_MAXIMUM_LENGTH"),
                row.getInt("NUMERIC_PRECISION"),
                scale == null ? -1 : Integer.parseInt(scale),
                row.getInt("DATETIME_PRECISION"),
                filledIn,
                generated,
                counted,
                row.getString("COLLATION_NAME"));
    }

    private List<List<@Nullable String>> uniqueKeys() throws SQLException {
        Map<String, List<@Nullable String>> indexes = new LinkedHashMap<>();
        try (PreparedStatement statement = asked(UNIQUE);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                boolean whole = row.getString("SUB_PART") == null;
                indexes.computeIfAbsent(row.getString("INDEX_NAME"), name -> new ArrayList<>())
                        .add(whole ? row.getString("COLUMN_NAME") : null);
            }
        }
        return List.copyOf(indexes.values());
    }

    private PreparedStatement asked(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setString(1, database);
        statement.setString(2, table);
        return statement;
    }
}
