package io.alluvium.testkit.servers.mysql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A genuine MySQL 8.0.31 in a process of its own: on 127.0.0.1 and a free port, with an empty data folder, a binary log and an
 * administrator {@code root} without a password. It can be stopped, killed and started again on the same port and folder. A test
 * that starts it where it cannot run is skipped, see {@link io.alluvium.testkit.servers.ServerSkips}. Thread-safe.
 */
public final class MySqlServer implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static @Nullable MySqlServer shared;

    private final MySqlPrograms programs;
    private final Path folder;
    private final int port;
    private final List<String> moreOptions;
    private @Nullable Process process;

    private MySqlServer(MySqlPrograms programs, Path folder, int port, List<String> moreOptions) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
        this.moreOptions = moreOptions;
    }

    /** Starts a server for the calling test alone, which must close it. */
    public static MySqlServer start(String... moreOptions) {
        try {
            MySqlPrograms programs = MySqlPrograms.present();
            // a short path: that of the socket may have 107 characters at most
            Path folder = Files.createTempDirectory("mysql");
            programs.copyTemplate(folder.resolve("data"));
            MySqlServer server = new MySqlServer(programs, folder, freePort(), List.of(moreOptions));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mysql-" + server.port));
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The server that all tests of this process share, started by the first one and stopped with the process; not to be killed. */
    public static synchronized MySqlServer shared() {
        MySqlServer running = shared;
        if (running == null) {
            running = start();
            shared = running;
        }
        return running;
    }

    public int port() {
        return port;
    }

    /** The JDBC address of a database, without user and password. */
    public String url(String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database;
    }

    /** A connection as {@code root}, without a database. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(""), "root", "");
    }

    /** Executes statements as {@code root}, without a database. */
    public void execute(String... statements) {
        executeScript(List.of(statements));
    }

    /** Executes statements one after the other on one connection, with whatever session they make; {@code ;} at an end is left out. */
    public void executeScript(List<String> statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql.endsWith(";") ? sql.substring(0, sql.length() - 1) : sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** As {@link #execute}, where values that MySQL finds wrong are stored all the same: zero dates. */
    public void executeLeniently(String sql) {
        executeScript(List.of("SET SESSION sql_mode = ''", sql));
    }

    /** The rows of a query as {@code root}, each as its texts joined by {@code |}, with the word NULL. */
    public List<String> query(String sql) {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    String value = result.getString(i);
                    values.add(value == null ? "NULL" : value);
                }
                rows.add(String.join("|", values));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        return rows;
    }

    /** Makes an empty database of this name, also where there was one, and gives its address. */
    public String emptyDatabase(String database) {
        execute("DROP DATABASE IF EXISTS `" + database + "`", "CREATE DATABASE `" + database + "`");
        return url(database);
    }

    /** Ends the server as an operating system without memory would: at once. */
    public synchronized void kill() {
        end(true);
    }

    /** Shuts the server down. */
    public synchronized void stop() {
        end(false);
    }

    /** Starts the server again, on the same port and data, and waits until it answers. */
    public synchronized void restart() {
        if (process != null) {
            throw new IllegalStateException("the server runs");
        }
        List<String> command = MySqlPrograms.command(programs.home(), folder.resolve("data"));
        command.addAll(List.of(
                "--socket=" + folder.resolve("s"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--mysqlx=OFF",
                "--server-id=1",
                "--log-bin=mysql-bin",
                "--binlog-format=ROW",
                "--binlog-row-image=FULL",
                "--binlog-row-metadata=FULL",
                "--gtid-mode=ON",
                "--enforce-gtid-consistency=ON",
                "--innodb-doublewrite=OFF",
                "--sync-binlog=0",
                "--innodb-flush-log-at-trx-commit=2",
                "--default-time-zone=+00:00"));
        command.addAll(moreOptions);
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
            process = started;
            waitUntilItAnswers(started);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server's own log, its last lines. */
    public String logTail() {
        try {
            List<String> lines = Files.readAllLines(log());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the server and deletes its data. */
    @Override
    public synchronized void close() {
        end(true);
        try {
            MySqlPrograms.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log() {
        return folder.resolve("log.txt");
    }

    private void waitUntilItAnswers(Process started) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Connection connection = connect()) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException e) {
                if (!started.isAlive()) {
                    throw new IllegalStateException("MySQL ended at its start:\n" + logTail(), e);
                }
                if (System.nanoTime() - deadline > 0) {
                    end(true);
                    throw new IllegalStateException("MySQL does not answer:\n" + logTail(), e);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private void end(boolean atOnce) {
        Process running = process;
        process = null;
        if (running == null) {
            return;
        }
        if (atOnce) {
            running.destroyForcibly();
        } else {
            running.destroy();
        }
        try {
            if (!running.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                running.destroyForcibly();
                throw new IllegalStateException("MySQL does not end:\n" + logTail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
