package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each commit in one transaction with its row of the ledger, in key order: removals, then upserts. A commit that the
 * ledger holds already is not written again; a commit of an older attempt is refused.
 */
final class JdbcSink implements Sink.WriteAhead {
    private static final String LEDGER = JdbcTable.quoted(JdbcTable.LEDGER);

    private static final int ADMIN_RIGHTS_NEEDED = 90040;
    private static final Logger LOG = LoggerFactory.getLogger(JdbcSink.class);

    private final JdbcTable table;
    private final int batchRows;
    private final List<JdbcColumn> columns;
    private final int[] keys;
    private @Nullable Connection connection;
    private boolean warned;

    JdbcSink(JdbcTable table, int batchRows) {
        this.table = table;
        this.batchRows = Math.max(1, batchRows);
        this.columns = table.columns();
        this.keys = table.keyPositions();
    }

    @Override
    public LedgerEntry ledger(String job) {
        try {
            return readLedger(connected(), job, false);
        } catch (SQLException e) {
            throw broken("the ledger cannot be read", e);
        }
    }

    @Override
    public void commit(Commit commit, Iterable<ChangeBatch> changes) {
        List<RowChange> removals = new ArrayList<>();
        List<RowChange> writes = new ArrayList<>();
        sort(changes, removals, writes);
        boolean written = false;
        try {
            Connection open = connected();
            LedgerEntry entry = readLedger(open, commit.job(), true);
            if (entry.attempt() > commit.attempt()) {
                throw new AlluviumException(
                        ErrorCode.FENCED,
                        "table \"" + table.logicalName() + "\" of database "
                                + table.connections().address() + " was taken over by attempt " + entry.attempt()
                                + " of job \"" + commit.job() + "\", this is attempt " + commit.attempt());
            }
            boolean known = entry.version() >= commit.version();
            if (known && entry.attempt() == commit.attempt()) {
                makeDurable(open);
                return;
            }
            if (!known) {
                apply(open, keys.length == 0 ? "" : table.deleteSql(), removals, true);
                apply(open, keys.length == 0 ? table.insertSql() : table.upsertSql(), writes, false);
            }
            // a commit that is known from an older attempt only fences that attempt
            writeLedger(open, commit, Math.max(entry.version(), commit.version()));
            open.commit();
            makeDurable(open);
            written = true;
        } catch (SQLException e) {
            throw broken("commit " + commit.version() + " of job \"" + commit.job() + "\" failed", e);
        } finally {
            if (!written) {
                rollback();
            }
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                throw table.connections().failed("the connection cannot be closed", e);
            }
        }
    }

    /** A row to write, or to remove by its key. */
    private record RowChange(RowBatch rows, int row, byte[] key) {}

    private void sort(Iterable<ChangeBatch> changes, List<RowChange> removals, List<RowChange> writes) {
        RowCodec codec = keys.length == 0 ? null : RowCodec.of(table.schema(), keys);
        for (ChangeBatch batch : changes) {
            Column[] keyColumns = Arrays.stream(keys)
                    .mapToObj(key -> batch.rows().column(key))
                    .toArray(Column[]::new);
            for (int i = 0; i < batch.size(); i++) {
                int after = batch.after()[i];
                int row = after >= 0 ? after : batch.before()[i];
                byte[] key = codec == null ? new byte[0] : codec.encode(keyColumns, row);
                if (codec == null && after < 0) {
                    throw AlluviumException.internal(
                            "a removal reached table " + table.logicalName() + ", which has no primary key");
                }
                (after >= 0 ? writes : removals).add(new RowChange(batch.rows(), row, key));
            }
        }
        // one order for all writers, so that two of them never wait for each other
        removals.sort(Comparator.comparing(RowChange::key, Arrays::compareUnsigned));
        writes.sort(Comparator.comparing(RowChange::key, Arrays::compareUnsigned));
    }

    private void apply(Connection open, String sql, List<RowChange> changes, boolean keysOnly) throws SQLException {
        if (changes.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = open.prepareStatement(sql)) {
            int waiting = 0;
            for (RowChange change : changes) {
                int count = keysOnly ? keys.length : columns.size();
                for (int i = 0; i < count; i++) {
                    int column = keysOnly ? keys[i] : i;
                    columns.get(column)
                            .set(statement, i + 1, change.rows.column(column).value(change.row));
                }
                statement.addBatch();
                if (++waiting == batchRows) {
                    statement.executeBatch();
                    waiting = 0;
                }
            }
            if (waiting > 0) {
                statement.executeBatch();
            }
        }
    }

    private LedgerEntry readLedger(Connection open, String job, boolean lock) throws SQLException {
        String sql = "SELECT version, attempt FROM " + LEDGER + " WHERE job = ? AND target = ?";
        try (PreparedStatement statement = open.prepareStatement(lock ? sql + " FOR UPDATE" : sql)) {
            statement.setString(1, job);
            statement.setString(2, table.catalogName());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new LedgerEntry(row.getLong(1), row.getLong(2)) : new LedgerEntry(0, 0);
            }
        }
    }

    private void writeLedger(Connection open, Commit commit, long version) throws SQLException {
        String sql = "MERGE INTO " + LEDGER + " (job, target, version, attempt) KEY (job, target) VALUES (?, ?, ?, ?)";
        try (PreparedStatement statement = open.prepareStatement(sql)) {
            statement.setString(1, commit.job());
            statement.setString(2, table.catalogName());
            statement.setLong(3, version);
            statement.setLong(4, commit.attempt());
            statement.executeUpdate();
        }
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null || open.isClosed()) {
            open = table.connections().open();
            connection = open;
            try (Statement statement = open.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS " + LEDGER
                        + " (job VARCHAR(512), target VARCHAR(512), version BIGINT NOT NULL, attempt BIGINT NOT NULL,"
                        + " PRIMARY KEY (job, target))");
            }
            open.setAutoCommit(false);
        }
        return open;
    }

    /** H2 answers a commit up to half a second before it is on disk; this waits for it. */
    private void makeDurable(Connection open) throws SQLException {
        try (Statement statement = open.createStatement()) {
            statement.execute("CHECKPOINT SYNC");
        } catch (SQLException e) {
            if (e.getErrorCode() != ADMIN_RIGHTS_NEEDED) {
                throw e;
            }
            if (!warned) {
                LOG.warn(
                        "database={} does not let this user wait for the disk: a crash of the database can lose the last"
                                + " half second; set WRITE_DELAY 0 there, or connect as its administrator",
                        table.connections().address());
                warned = true;
            }
        }
    }

    private void rollback() {
        Connection open = connection;
        if (open != null) {
            try {
                open.rollback();
            } catch (SQLException e) {
                throw broken("a transaction cannot be rolled back", e);
            }
        }
    }

    /** Drops the connection, and with it whatever its transaction did; the next call connects anew. */
    private AlluviumException broken(String operation, SQLException e) {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try (open) {
                open.rollback();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
        }
        return table.connections().failed("table \"" + table.logicalName() + "\": " + operation, e);
    }
}
