package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.Lookup;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers look-ups on a few threads, each with a connection of its own; a failed connection is dropped. */
final class JdbcLookup implements Lookup {
    private final JdbcTable table;
    private final ExecutorService threads;
    private final ConcurrentLinkedQueue<Connection> idle = new ConcurrentLinkedQueue<>();

    JdbcLookup(JdbcTable table, int threadCount) {
        this.table = table;
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
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            close(connection);
        }
    }

    private List<RowBatch> answer(List<String> keyColumns, List<String> wanted, RowBatch keys) {
        Connection connection = idle.poll();
        if (connection == null) {
            connection = table.connections().open();
        }
        boolean healthy = false;
        try {
            List<RowBatch> answers = ask(connection, keyColumns, wanted, keys);
            healthy = true;
            return answers;
        } catch (SQLException e) {
            throw table.connections().failed("look-up in table \"" + table.logicalName() + "\" failed", e);
        } finally {
            if (healthy && !threads.isShutdown()) {
                idle.add(connection);
            } else {
                close(connection);
            }
        }
    }

    private void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw table.connections().failed("the connection cannot be closed", e);
        }
    }

    private List<RowBatch> ask(Connection connection, List<String> keyColumns, List<String> wanted, RowBatch keys)
            throws SQLException {
        List<JdbcColumn> parameters = keyColumns.stream().map(table::column).toList();
        List<JdbcColumn> results = wanted.stream().map(table::column).toList();
        Schema schema = table.schema()
                .select(wanted.stream().mapToInt(table.schema()::indexOf).toArray());
        List<RowBatch> answers = new ArrayList<>(keys.size());
        BatchBuilder builder = new BatchBuilder(schema);
        try (PreparedStatement statement = connection.prepareStatement(table.findSql(wanted, keyColumns))) {
            for (int row = 0; row < keys.size(); row++) {
                for (int i = 0; i < parameters.size(); i++) {
                    parameters.get(i).set(statement, i + 1, keys.column(i).value(row));
                }
                try (ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        for (int i = 0; i < results.size(); i++) {
                            results.get(i).append(found, i + 1, builder.column(i));
                        }
                        builder.endRow(1);
                    }
                }
                answers.add(builder.build());
            }
        }
        return answers;
    }
}
