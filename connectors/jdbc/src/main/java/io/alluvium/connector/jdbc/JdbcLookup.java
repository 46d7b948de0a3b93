package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.Schema;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers look-ups on a few threads, each with a connection of its own, many keys a query; failed connections are dropped. */
final class JdbcLookup implements Lookup {
    private static final int KEYS_A_QUERY = 256;

    private final JdbcTable table;
    private final Retries retries;
    private final ExecutorService threads;
    private final ConcurrentLinkedQueue<Connection> idle = new ConcurrentLinkedQueue<>();

    JdbcLookup(JdbcTable table, int threadCount) {
        this.table = table;
        this.retries = new Retries(table);
        this.threads = Executors.newFixedThreadPool(Math.max(1, threadCount), task -> {
            Thread thread = new Thread(task, "jdbc-lookup");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public CompletableFuture<List<RowBatch>> find(List<String> keyColumns, List<String> wanted, RowBatch keys) {
        return CompletableFuture.supplyAsync(() -> answer(keyColumns, wanted, keys), threads);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        closeIdle();
    }

    private List<RowBatch> answer(List<String> keyColumns, List<String> wanted, RowBatch keys) {
        try {
            return retries.run("look-up", () -> onConnection(keyColumns, wanted, keys));
        } catch (SQLException e) {
            throw table.connections().failed("look-up in table \"" + table.logicalName() + "\" failed", e);
        }
    }

    private List<RowBatch> onConnection(List<String> keyColumns, List<String> wanted, RowBatch keys)
            throws SQLException {
        Connection connection = idle.poll();
        if (connection == null) {
            connection = table.connections().connect();
        }
        boolean healthy = false;
        try {
            Answers answers = new Answers(table, keyColumns, wanted, keys);
            for (int from = 0; from < keys.size(); from += KEYS_A_QUERY) {
                answers.ask(connection, from, Math.min(keys.size(), from + KEYS_A_QUERY));
            }
            healthy = true;
            return answers.byKey();
        } catch (SQLException e) {
            // the others have waited as long as this one: the server has most likely dropped them too
            closeIdle();
            throw e;
        } finally {
            if (healthy && !threads.isShutdown()) {
                idle.add(connection);
            } else {
                close(connection);
            }
        }
    }

    private void closeIdle() {
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            close(connection);
        }
    }

    private void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw table.connections().failed("the connection cannot be closed", e);
        }
    }

    /**
     * Collects the rows of many keys. Rows that the database takes for those of a key, but that have another one byte for byte
     * (letter case, blanks at the end), are no answer.
     */
    private static final class Answers {
        private final JdbcTable table;
        private final List<String> keyColumns;
        private final List<String> wanted;
        private final RowBatch keys;
        private final List<JdbcColumn> parameters;
        private final List<JdbcColumn> results;
        private final RowCodec codec;
        private final Map<ByteBuffer, Integer> positions = new HashMap<>();
        private final List<BatchBuilder> found = new ArrayList<>();

        Answers(JdbcTable table, List<String> keyColumns, List<String> wanted, RowBatch keys) {
            this.table = table;
            this.keyColumns = keyColumns;
            this.wanted = wanted;
            this.keys = keys;
            this.parameters = keyColumns.stream().map(table::column).toList();
            this.results = wanted.stream().map(table::column).toList();
            this.codec = RowCodec.of(table.schema(), positions(keyColumns));
            Schema schema = table.schema().select(positions(wanted));
            Column[] columns = keys.columns().toArray(Column[]::new);
            for (int row = 0; row < keys.size(); row++) {
                positions.put(ByteBuffer.wrap(codec.encode(columns, row)), row);
                found.add(new BatchBuilder(schema));
            }
        }

        void ask(Connection connection, int from, int to) throws SQLException {
            String sql = table.findSql(wanted, keyColumns, to - from);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int parameter = 1;
                for (int row = from; row < to; row++) {
                    for (int i = 0; i < parameters.size(); i++) {
                        parameters
                                .get(i)
                                .set(statement, parameter++, keys.column(i).value(row));
                    }
                }
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        take(rows);
                    }
                }
            }
        }

        private void take(ResultSet rows) throws SQLException {
            Column[] key = new Column[parameters.size()];
            for (int i = 0; i < key.length; i++) {
                ColumnBuilder one = new ColumnBuilder(parameters.get(i).type().kind());
                parameters.get(i).append(rows, i + 1, one);
                key[i] = one.build();
            }
            Integer position = positions.get(ByteBuffer.wrap(codec.encode(key, 0)));
            if (position != null) {
                BatchBuilder builder = found.get(position);
                for (int i = 0; i < results.size(); i++) {
                    results.get(i).append(rows, key.length + i + 1, builder.column(i));
                }
                builder.endRow(1);
            }
        }

        List<RowBatch> byKey() {
            return found.stream().map(BatchBuilder::build).toList();
        }

        private int[] positions(List<String> names) {
            return names.stream().mapToInt(table.schema()::indexOf).toArray();
        }
    }
}
