package io.alluvium.server.command;

import io.alluvium.server.session.RunningJobs;
import io.alluvium.server.session.RunningJobs.Progress;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One line at the foot of a terminal that says once a second what the jobs do: rows a second, what waits in each source, the age of
 * the last commit, and the counts to compare. Everything else that goes to the error stream is printed above it.
 */
final class TerminalProgress implements AutoCloseable {
    private static final String CLEAR = "\r\033[K";
    private static final int MOST_TABLES = 3;

    private volatile Supplier<List<Progress>> jobs = List::of;
    private final Above above;
    private final PrintStream before;
    private final ScheduledExecutorService clock;

    private TerminalProgress(PrintStream before) {
        this.before = before;
        this.above = new Above(before);
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "terminal-progress");
            thread.setDaemon(true);
            return thread;
        });
        System.setErr(new PrintStream(above, true, StandardCharsets.UTF_8));
        clock.scheduleAtFixedRate(this::show, 1, 1, TimeUnit.SECONDS);
    }

    /** Makes room at the foot where there is a terminal that can move its cursor; null elsewhere. */
    static @Nullable TerminalProgress start() {
        String terminal = System.getenv("TERM");
        if (System.console() == null || terminal == null || terminal.equals("dumb")) {
            return null;
        }
        return new TerminalProgress(System.err);
    }

    /** Shows what these jobs do from now on. */
    void show(RunningJobs running) {
        jobs = running::progress;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        above.foot("");
        System.setErr(before);
    }

    private void show() {
        above.foot(line(jobs.get(), System.currentTimeMillis()));
    }

    /** The line for these jobs; empty where none runs. */
    static String line(List<Progress> all, long nowMillis) {
        List<Progress> running = all.stream().filter(Progress::running).toList();
        if (running.isEmpty()) {
            return "";
        }
        long perSecond = 0;
        long read = 0;
        long written = 0;
        long late = 0;
        long deadLetters = 0;
        long oldestCommit = Long.MAX_VALUE;
        Map<String, Long> lags = new TreeMap<>();
        for (Progress job : running) {
            perSecond += job.readPerSecond();
            read += job.read();
            written += job.written();
            late += job.late();
            deadLetters += job.deadLetters();
            oldestCommit = Math.min(oldestCommit, job.commitVersion());
            job.lags().forEach((table, records) -> lags.merge(table, records, Math::max));
        }
        StringBuilder text = new StringBuilder();
        text.append(running.size() == 1 ? running.get(0).job() : running.size() + " jobs");
        text.append(String.format(Locale.ROOT, "  %,d rows/s", perSecond));
        lags.entrySet().stream()
                .filter(lag -> lag.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_TABLES)
                .forEach(lag -> text.append(String.format(Locale.ROOT, "  lag %s %,d", lag.getKey(), lag.getValue())));
        text.append(
                oldestCommit == 0
                        ? "  no commit yet"
                        : String.format(
                                Locale.ROOT, "  commit %.1f s ago", Math.max(0, nowMillis - oldestCommit) / 1000.0));
        return text.append(String.format(
                        Locale.ROOT,
                        "  read %,d written %,d late %,d dead letters %,d",
                        read,
                        written,
                        late,
                        deadLetters))
                .toString();
    }

    /** Takes the foot line away before anything else is printed, and puts it back behind whole lines. */
    private static final class Above extends FilterOutputStream {
        private String foot = "";
        private boolean inLine;

        Above(OutputStream terminal) {
            super(terminal);
        }

        synchronized void foot(String line) {
            if (inLine || line.isEmpty() && foot.isEmpty()) {
                return;
            }
            foot = line;
            print(CLEAR + line);
        }

        @Override
        public synchronized void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int start, int length) throws IOException {
            if (length == 0) {
                return;
            }
            if (!inLine && !foot.isEmpty()) {
                out.write(CLEAR.getBytes(StandardCharsets.US_ASCII));
            }
            out.write(bytes, start, length);
            inLine = bytes[start + length - 1] != '\n';
            if (!inLine) {
                print(foot);
            }
        }

        private void print(String text) {
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                foot = ""; // the terminal is gone, and with it who would read the line
            }
        }
    }
}
