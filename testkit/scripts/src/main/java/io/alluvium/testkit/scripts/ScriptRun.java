package io.alluvium.testkit.scripts;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.runtime.engine.JobOptions;
import io.alluvium.runtime.engine.JobReport;
import io.alluvium.testkit.scripts.Command.Change;
import io.alluvium.testkit.scripts.Command.Signed;
import io.alluvium.testkit.scripts.RunMode.AfterFeed;
import io.alluvium.testkit.scripts.RunMode.Batches;
import io.alluvium.testkit.scripts.memory.MemoryLog;
import io.alluvium.testkit.scripts.memory.MemoryTable;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs one script in one way, on a clock that stands still, with everything in memory. Waits only for the engine to go quiet.
 * Used by one thread.
 */
final class ScriptRun implements AutoCloseable {
    private final Script script;
    private final RunMode mode;
    private final ScriptSession session;
    private final HeldClock clock = new HeldClock();
    private final Engine engine;
    private final Map<String, ScriptJob> jobs = new LinkedHashMap<>();
    private final Map<String, Watched> watched = new TreeMap<>();
    private int starts;
    private int feeds;

    ScriptRun(Script script, RunMode mode, Installed installed) {
        this.script = script;
        this.mode = mode;
        this.session = new ScriptSession(script, installed);
        this.engine = session.engine(session.tables(), clock, false);
    }

    /** Runs all steps, then compares what every job shows with its query's answer over the final tables. */
    void run() {
        for (Command command : script.commands()) {
            execute(command);
        }
        settle();
        commitSinks();
        new BatchOracle(session, jobs.values()).check((name, right) -> {
            RowBag shown = watched(name).rows();
            if (!shown.equals(right)) {
                throw new AlluviumException(
                        ErrorCode.TEST_FAILED,
                        script.file() + ": \"" + name
                                + "\" does not hold what its query gives over the final tables (left out: +, too much: -)\n"
                                + right.minus(shown));
            }
        });
    }

    @Override
    public void close() {
        engine.close();
    }

    private void execute(Command command) {
        try {
            perform(command);
        } catch (AlluviumException e) {
            throw e.at(command.line().position());
        } catch (IllegalStateException e) {
            throw new AlluviumException(
                    ErrorCode.INTERNAL, command.line().position(), String.valueOf(e.getMessage()), null, e);
        }
    }

    private void perform(Command command) {
        if (command instanceof Command.Sql sql) {
            session.execute(sql).forEach(this::start);
        } else if (command instanceof Command.Table table) {
            session.createTable(table);
        } else if (command instanceof Command.Stream stream) {
            start(session.plan(stream));
        } else if (command instanceof Command.Feed feed) {
            feed(feed);
        } else if (command instanceof Command.End end) {
            session.table(end.line(), end.table()).log().end();
            settle();
        } else if (command instanceof Command.ExpectError error) {
            expectError(error);
        } else if (command instanceof Command.Control control) {
            control(control.action());
        } else if (command instanceof Command.Advance advance) {
            clock.advance(advance.millis());
            settle();
        } else {
            settle();
            commitSinks();
            expect(command);
        }
    }

    // ---- jobs

    private void start(PhysicalPlan plan) {
        Schema collected = ScriptSession.collected(plan);
        StreamView view = collected == null ? null : new StreamView(collected, session.zone());
        ScriptJob job = ScriptJob.start(engine, plan, options(), view);
        jobs.put(plan.job(), job);
        if (view != null) {
            watched.put(plan.job(), new Watched(view));
        }
        settle();
    }

    private JobOptions options() {
        return session.jobOptions()
                .withParallelism(
                        mode.parallelism().get(starts % mode.parallelism().size()));
    }

    /** Lets every job take what there is, and what other jobs commit for it. */
    private void settle() {
        while (true) {
            running().forEach(ScriptJob::settle);
            boolean more = false;
            for (ScriptJob writer : running()) {
                boolean read = running().stream()
                        .anyMatch(reader -> reader.reads().stream().anyMatch(writer.writes()::contains));
                if (read) {
                    int before = rowsWritten(writer);
                    writer.checkpoint();
                    more |= rowsWritten(writer) != before;
                }
            }
            if (!more) {
                return;
            }
        }
    }

    private int rowsWritten(ScriptJob job) {
        int rows = 0;
        for (String table : job.writes()) {
            rows += session.tables().require(table).log().size(0);
        }
        return rows;
    }

    private List<ScriptJob> running() {
        return jobs.values().stream().filter(ScriptJob::running).toList();
    }

    private void commitSinks() {
        running().stream().filter(job -> !job.writes().isEmpty()).forEach(ScriptJob::checkpoint);
    }

    private void control(Command.Action action) {
        switch (action) {
            case CHECKPOINT -> {
                settle();
                running().forEach(ScriptJob::checkpoint);
            }
            case CRASH -> running().forEach(ScriptJob::crash);
            case STOP -> {
                settle();
                running().forEach(ScriptJob::stop);
            }
            case RESTORE -> {
                starts++;
                jobs.values().stream()
                        .filter(job -> !job.running() && !job.failed())
                        .forEach(job -> job.restore(engine, options()));
                settle();
            }
        }
    }

    // ---- feeding

    private void feed(Command.Feed feed) {
        MemoryTable table = session.table(feed.line(), feed.table());
        boolean records = session.isFedRecords(table);
        Map<Integer, List<MemoryLog.Entry>> entries = new LinkedHashMap<>();
        for (int i = 0; i < feed.changes().size(); i++) {
            Change change = feed.changes().get(i);
            if (change.isRecord() != records) {
                throw change.line()
                        .error(
                                "table \"" + feed.table() + "\" is fed " + (records ? "records" : "rows"),
                                records
                                        ? "write feed " + feed.table() + " raw, and a record a line"
                                        : "write a change and the row's values, for example +I 1 ann");
            }
            Change second = i + 1 < feed.changes().size() ? feed.changes().get(i + 1) : null;
            boolean pair = second != null
                    && change.kind().equals("-U")
                    && second.kind().equals("+U")
                    && second.split() == change.split();
            entries.computeIfAbsent(change.split(), split -> new ArrayList<>())
                    .add(entry(table, change, pair ? second : null));
            i += pair ? 1 : 0;
            if (mode.batches() == Batches.ONE) {
                append(table, entries);
                settle();
            }
        }
        append(table, entries);
        settle();
        afterFeed();
    }

    private static void append(MemoryTable table, Map<Integer, List<MemoryLog.Entry>> entries) {
        entries.forEach(table.log()::append);
        entries.clear();
    }

    private MemoryLog.Entry entry(MemoryTable table, Change change, @Nullable Change second) {
        if (change.isRecord()) {
            return new MemoryLog.Entry.Record(change.text().getBytes(StandardCharsets.UTF_8));
        }
        BatchBuilder rows = new BatchBuilder(table.schema());
        rows.appendRow(change.weight(), values(table.schema(), change.line(), change.text()));
        if (second != null) {
            rows.appendRow(second.weight(), values(table.schema(), second.line(), second.text()));
        }
        return new MemoryLog.Entry.Rows(rows.build());
    }

    private void afterFeed() {
        boolean odd = feeds++ % 2 == 1;
        switch (mode.afterFeed()) {
            case NOTHING -> {}
            case CRASH -> {
                if (odd) {
                    control(Command.Action.CHECKPOINT);
                }
                crashAndRestore();
            }
            case RESCALE -> {
                control(Command.Action.CHECKPOINT);
                crashAndRestore();
            }
        }
    }

    private void crashAndRestore() {
        if (jobs.values().stream().anyMatch(job -> !job.running() && !job.failed())) {
            return; // the script has them down by itself
        }
        control(Command.Action.CRASH);
        control(Command.Action.RESTORE);
    }

    // ---- expectations

    private void expect(Command command) {
        if (command instanceof Command.ExpectChanges expected) {
            Watched target = watched(expected.line(), expected.name());
            compare(expected.line(), bag(target, expected.rows()), target.changes(), "changes of " + expected.name());
            target.looked();
        } else if (command instanceof Command.ExpectTable expected) {
            Watched target = watched(expected.line(), expected.name());
            compare(expected.line(), bag(target, expected.rows()), target.rows(), "rows of " + expected.name());
            target.looked();
        } else if (command instanceof Command.ExpectLog expected) {
            expectLog(expected);
        } else if (command instanceof Command.ExpectDeadLetters expected) {
            running().forEach(ScriptJob::checkpoint); // dead letters and counters become final with it
            long found = jobs.values().stream()
                    .mapToLong(job -> job.report().deadLetters())
                    .sum();
            number(expected.line(), "dead letters", expected.count(), found);
        } else if (command instanceof Command.ExpectCounter expected) {
            expectCounter(expected);
        } else {
            throw new AssertionError(command);
        }
    }

    private void compare(ScriptLine line, RowBag expected, RowBag found, String what) {
        if (!expected.equals(found)) {
            throw line.failure("wrong " + what + ", " + mode + "\n  missing and unexpected:\n"
                    + indent(diff(expected, found)) + "\n  found:\n" + indent(found.toString()));
        }
    }

    private static String diff(RowBag expected, RowBag found) {
        RowBag difference = expected.minus(found);
        List<String> lines = new ArrayList<>();
        difference
                .counts()
                .forEach((row, count) ->
                        lines.add((count > 0 ? "missing    " : "unexpected ") + Math.abs(count) + " x " + row));
        return String.join("\n", lines);
    }

    private void expectLog(Command.ExpectLog expected) {
        Watched target = watched(expected.line(), expected.name());
        boolean exact = mode.batches() == Batches.ONE && mode.afterFeed() == AfterFeed.NOTHING;
        if (exact) {
            List<String> wanted = new ArrayList<>();
            expected.rows().forEach(row -> wanted.add((row.weight() > 0 ? "+ " : "- ") + text(target, row)));
            List<String> found = target.log();
            if (!wanted.equals(found)) {
                throw expected.line()
                        .failure("wrong log of " + expected.name() + "\n  expected:\n"
                                + indent(String.join("\n", wanted)) + "\n  found:\n"
                                + indent(String.join("\n", found)));
            }
        }
        compare(expected.line(), bag(target, expected.rows()), target.changes(), "changes of " + expected.name());
        target.looked();
    }

    private void expectCounter(Command.ExpectCounter expected) {
        running().forEach(ScriptJob::checkpoint);
        long found = 0;
        Map<String, Map<String, Long>> all = new TreeMap<>();
        for (ScriptJob job : jobs.values()) {
            JobReport report = job.report();
            for (Map.Entry<String, Map<String, Long>> node : report.counters().entrySet()) {
                all.put(job.plan().job() + ": " + node.getKey(), node.getValue());
                boolean asked = expected.node().equals("*") || node.getKey().contains(expected.node());
                found += asked ? node.getValue().getOrDefault(expected.name(), 0L) : 0;
            }
        }
        if (found != expected.value()) {
            throw expected.line()
                    .failure("counter " + expected.node() + "/" + expected.name() + " is " + found + ", not "
                            + expected.value() + ", " + mode + "; all: " + all);
        }
    }

    private void number(ScriptLine line, String what, long expected, long found) {
        if (expected != found) {
            throw line.failure(found + " " + what + ", not " + expected + ", " + mode);
        }
    }

    private void expectError(Command.ExpectError expected) {
        AlluviumException error = null;
        try {
            perform(expected.step());
        } catch (AlluviumException e) {
            error = e;
        }
        if (error == null) {
            throw expected.line().failure("no error came, " + expected.code() + " was expected");
        }
        String text = expected.text() == null ? "" : expected.text();
        if (error.code() != expected.code()
                || !String.valueOf(error.getMessage()).contains(text)) {
            throw new AlluviumException(
                    ErrorCode.TEST_FAILED,
                    expected.line().position(),
                    "expected " + expected.code() + " " + text + ", got " + error.getMessage(),
                    null,
                    error);
        }
    }

    private RowBag bag(Watched target, List<Signed> rows) {
        RowBag bag = new RowBag();
        rows.forEach(row -> bag.add(text(target, row), row.weight()));
        return bag;
    }

    private String text(Watched target, Signed row) {
        return RowText.render(target.schema(), values(target.schema(), row.line(), row.text()), session.zone());
    }

    private @Nullable Object[] values(Schema schema, ScriptLine line, String text) {
        try {
            return RowText.parse(schema, text, session.zone());
        } catch (IllegalArgumentException e) {
            throw line.error("row cannot be read: " + e.getMessage(), null);
        }
    }

    private Watched watched(ScriptLine line, String name) {
        Watched found = find(name);
        if (found == null) {
            throw line.error("no stream or table \"" + name + "\"", "known are " + watched.keySet());
        }
        return found;
    }

    private Watched watched(String name) {
        Watched found = find(name);
        if (found == null) {
            throw AlluviumException.internal("nothing of the name " + name + " is watched");
        }
        return found;
    }

    private @Nullable Watched find(String name) {
        Watched found = watched.get(name);
        if (found != null) {
            return found;
        }
        MemoryTable table = session.findTable(name);
        return table == null ? null : watched.computeIfAbsent(table.name(), key -> new Watched(table, session.zone()));
    }

    static String indent(String text) {
        return text.isEmpty() ? "    (nothing)" : "    " + text.replace("\n", "\n    ");
    }

    /** Rows of a table as a bag of texts. */
    static RowBag bag(List<RowBatch> rows, ZoneId zone) {
        RowBag bag = new RowBag();
        for (RowBatch batch : rows) {
            for (int row = 0; row < batch.size(); row++) {
                bag.add(RowText.render(batch, row, zone), batch.weight(row));
            }
        }
        return bag;
    }
}
