package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What differs between databases: names, types, sessions, upserts, failures. Immutable and thread-safe. */
interface SqlDialect {

    /** The dialect of an address. */
    static SqlDialect of(TableContext context) {
        String url = context.options().text(JdbcConnector.URL);
        if (url.startsWith("jdbc:h2:")) {
            return new H2Dialect();
        }
        if (url.startsWith("jdbc:mysql:")) {
            return MySqlDialect.of(context.options(), context.zone());
        }
        throw new AlluviumException(
                ErrorCode.OPTION_INVALID,
                "connector \"jdbc\" speaks the SQL of H2 and MySQL, not that of " + Connections.redacted(url),
                "write 'url' = 'jdbc:mysql://HOST:3306/DATABASE' or 'jdbc:h2:./FILE'");
    }

    /** What a failure means for whoever wants to go on. */
    enum Failure {
        /** Another transaction was in the way; the same one may be tried again. */
        CONFLICT,
        /** The connection is gone; whether its last statement was done is not known. */
        DISCONNECTED,
        /** The database will never take this value. */
        VALUE_REFUSED,
        /** The database takes no writes now. */
        READ_ONLY,
        OTHER
    }

    /** The address as the driver is to get it, relative files resolved. */
    String address(String url, Path warehouse);

    /** Settings for the driver beside user and password. */
    Properties driverSettings();

    /** Gives a new connection the session that everything here relies on. */
    void prepare(Connection connection) throws SQLException;

    /** Begins a transaction in which all queries see the same rows. */
    void beginSnapshot(Connection connection) throws SQLException;

    /** Rows fetched at a time by a query that is read in one go; what {@link java.sql.Statement#setFetchSize} takes. */
    int streamingFetchSize(int rows);

    /** The table of a name, exactly so first, then in any letter case; null where there is none. */
    @Nullable
    StoredTable find(Connection connection, String name) throws SQLException;

    void create(Connection connection, TableSpec table, String name) throws SQLException;

    /** @throws AlluviumException where a table of the database cannot take the rows of a declared one */
    void requireWritable(TableSpec table, StoredTable stored, List<StoredColumn> matched);

    /** @throws AlluviumException TYPE_MISMATCH where the stored type has no values of the declared one */
    JdbcColumn column(Field declared, StoredColumn stored);

    String quoted(String identifier);

    /** The column in the list of a SELECT. */
    String selected(StoredColumn column);

    /** Whether rows can be read in the order of these columns and behind any of their values. */
    boolean pages(StoredTable stored, List<StoredColumn> key);

    /** The condition for rows behind a key, its parameters each given {@link #behindTimes} times as listed by their positions. */
    Behind behind(List<StoredColumn> key);

    /**
     * A condition with parameters.
     *
     * @param parameters for each {@code ?} the position in the key
     */
    record Behind(String sql, List<Integer> parameters) {}

    /** Whether writes can hit another row than that of their key, so that old rows are deleted by key and new ones inserted. */
    boolean replacesByDelete(StoredTable stored, List<StoredColumn> written, List<String> key);

    /** Inserts the row or replaces the row of its key. */
    String upsertSql(StoredTable stored, List<String> columns, List<String> key);

    String ledgerDdl(String ledger);

    /** True where the failure says that a table is missing. */
    boolean isMissingTable(SQLException failure);

    /** Waits until what was committed is on disk, where a commit does not. */
    void makeDurable(Connection connection, String address) throws SQLException;

    Failure failure(SQLException failure);

    /** What to do about a failure, or null where its message says all. */
    @Nullable
    String hint(SQLException failure);
}
