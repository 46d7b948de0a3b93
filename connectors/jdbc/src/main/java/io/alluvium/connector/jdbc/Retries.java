package io.alluvium.connector.jdbc;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries again what failed because another transaction was in the way or because the connection was gone, with growing pauses and
 * not for long: a database that stays away fails the job, which starts again with pauses of its own.
 */
final class Retries {
    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
    private static final int MOST_CONFLICTS = 12;
    private static final int MOST_DISCONNECTS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final JdbcTable table;

    Retries(JdbcTable table) {
        this.table = table;
    }

    /** Something that may be done again as a whole after it has failed. */
    interface Action<T> {
        T run() throws SQLException;
    }

    <T> T run(String operation, Action<T> action) throws SQLException {
        int conflicts = 0;
        int disconnects = 0;
        while (true) {
            try {
                return action.run();
            } catch (SQLException e) {
                SqlDialect.Failure failure = table.dialect().failure(e);
                boolean again;
                long pause;
                if (failure == SqlDialect.Failure.CONFLICT) {
                    again = ++conflicts <= MOST_CONFLICTS;
                    // the pause differs, so that two writers do not meet again and again
                    pause = (10L << Math.min(conflicts, 8)) + Math.floorMod(System.nanoTime(), 20L);
                } else {
                    again = failure == SqlDialect.Failure.DISCONNECTED && ++disconnects <= MOST_DISCONNECTS;
                    // the first time only the connection may be too old
                    pause = disconnects == 1 ? 0 : 100L << disconnects;
                }
                if (!again || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LOG.warn(
                        "database={} table={} {} is tried again in {} ms: {}",
                        table.connections().address(),
                        table.logicalName(),
                        operation,
                        Math.min(pause, LONGEST_PAUSE_MILLIS),
                        Connections.redacted(String.valueOf(e.getMessage())
                                .lines()
                                .findFirst()
                                .orElse("")));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(pause, LONGEST_PAUSE_MILLIS)));
            }
        }
    }
}
