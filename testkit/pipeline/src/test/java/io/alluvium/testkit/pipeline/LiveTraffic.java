package io.alluvium.testkit.pipeline;

import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Traffic of a shop at a fixed rate, on a thread of its own, that goes on when MySQL is there again after it was away. */
final class LiveTraffic implements AutoCloseable {
    private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final MySqlServer mysql;
    private final ShopTraffic traffic;
    private final long intervalNanos;
    private final Thread thread = new Thread(this::run, "live-traffic");
    private volatile boolean ending;
    private volatile int done;
    private volatile int interruptions;
    private volatile @Nullable Throwable failure;

    private LiveTraffic(MySqlServer mysql, ShopTraffic traffic, int transactionsPerSecond) {
        this.mysql = mysql;
        this.traffic = traffic;
        this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / transactionsPerSecond;
    }

    static LiveTraffic start(MySqlServer mysql, ShopTraffic traffic, int transactionsPerSecond) {
        LiveTraffic live = new LiveTraffic(mysql, traffic, transactionsPerSecond);
        live.thread.start();
        return live;
    }

    /** Transactions until now. */
    int done() {
        return done;
    }

    /** How many connections MySQL has broken off or refused. */
    int interruptions() {
        return interruptions;
    }

    /** Waits for so many further transactions: the clock of a test that is not to wait for time. */
    void await(int transactions) {
        int wanted = done + transactions;
        Deadline.ofSeconds(120)
                .await(() -> done >= wanted || failure != null, () -> done + " of " + wanted + " transactions");
    }

    /** Ends behind the transaction of the moment. */
    @Override
    public void close() {
        ending = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        if (failure != null || thread.isAlive()) {
            throw new AssertionError("the traffic has failed", failure);
        }
    }

    private void run() {
        try {
            while (!ending) {
                try (Connection connection = mysql.connect()) {
                    send(connection);
                } catch (SQLException e) {
                    interruptions++;
                    LockSupport.parkNanos(RECONNECT_NANOS);
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void send(Connection connection) throws SQLException {
        long next = System.nanoTime();
        while (!ending) {
            traffic.run(connection, 1);
            done = traffic.done();
            next += intervalNanos;
            LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
        }
    }
}
