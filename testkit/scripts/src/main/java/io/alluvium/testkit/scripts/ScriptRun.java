package io.alluvium.testkit.scripts;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.runtime.engine.JobOptions;
import io.alluvium.testkit.scripts.Command.Change;
import io.alluvium.testkit.scripts.RunMode.Batches;
import io.alluvium.testkit.scripts.memory.MemoryLog;
import io.alluvium.testkit.scripts.memory.MemoryTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final Expectations expectations;
    private int starts;
    private int feeds;

    ScriptRun(Script script, RunMode mode, Installed installed) {
        this.script = script;
        this.mode = mode;
        this.session = new ScriptSession(script, installed);
        this.engine = session.engine(session.tables(), clock, false);
        this.expectations = new Expectations(mode, session, jobs.values());
    }

    /** Runs all steps, then compares what every job shows with its query's answer over the final tables. */
    void run() {
        for (Command command : script.commands()) {
            execute(command);
        }
        settle();
        commitSinks();
        new BatchOracle(session, jobs.values()).check((name, right) -> expectations.law(script.file(), name, right));
    }

    /** The rows that a stream or written table shows now. */
    RowBag rows(String name) {
        return expectations.rows(name);
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
        } catch (RuntimeException e) {
            throw new AlluviumException(ErrorCode.INTERNAL, command.line().position(), String.valueOf(e), null, e);
        }
    }

    private void perform(Command command) {
        if (command instanceof Command.Sql sql) {
            session.execute(sql.line(), sql.text(), this::start);
        } else if (command instanceof Command.RunFile file) {
            session.run(file, this::start);
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
            expectations.check(command);
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

    // ---- jobs

    private void start(PhysicalPlan plan) {
        if (jobs.containsKey(plan.job())) {
            throw new AlluviumException(
                    ErrorCode.SECOND_WRITER,
                    "job \"" + plan.job() + "\" runs already",
                    "put INSERTs into one table into one statement set");
        }
        Schema collected = ScriptSession.collected(plan);
        StreamView view = collected == null ? null : new StreamView(collected, session.zone());
        ScriptJob job = ScriptJob.start(engine, plan, options(), view);
        jobs.put(plan.job(), job);
        if (view != null) {
            expectations.watch(plan.job(), view);
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
        rows.appendRow(change.weight(), session.values(table.schema(), change.line(), change.text()));
        if (second != null) {
            rows.appendRow(second.weight(), session.values(table.schema(), second.line(), second.text()));
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
}
