package io.alluvium.testkit.scripts;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.runtime.engine.JobReport;
import io.alluvium.testkit.scripts.Command.Signed;
import io.alluvium.testkit.scripts.RunMode.AfterFeed;
import io.alluvium.testkit.scripts.RunMode.Batches;
import io.alluvium.testkit.scripts.memory.MemoryTable;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares what a script expects with what its streams and tables hold. Used by the script's thread. */
final class Expectations {
    private final RunMode mode;
    private final ScriptSession session;
    private final Collection<ScriptJob> jobs;
    private final Map<String, Watched> watched = new TreeMap<>();

    /** @param jobs all jobs of the script, now and later */
    Expectations(RunMode mode, ScriptSession session, Collection<ScriptJob> jobs) {
        this.mode = mode;
        this.session = session;
        this.jobs = jobs;
    }

    void watch(String name, StreamView view) {
        watched.put(name, new Watched(view));
    }

    /** The rows that a stream or written table shows now. */
    RowBag rows(String name) {
        Watched target = find(name);
        if (target == null) {
            throw AlluviumException.internal("nothing of the name " + name + " is watched");
        }
        return target.rows();
    }

    /** @param right the rows that the query gives over the final tables */
    void law(String file, String name, RowBag right) {
        RowBag shown = rows(name);
        if (!shown.equals(right)) {
            throw new AlluviumException(
                    ErrorCode.TEST_FAILED,
                    file + ": \"" + name + "\" does not hold what its query gives over the final tables, " + mode
                            + "\n  missing and unexpected:\n" + indent(diff(right, shown)) + "\n  found:\n"
                            + indent(shown.toString()));
        }
    }

    /** Checks an expectation; everything has settled, and what is written is committed. */
    void check(Command command) {
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
            checkpoint(); // dead letters and counters become final with it
            long found =
                    jobs.stream().mapToLong(job -> job.report().deadLetters()).sum();
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
        checkpoint();
        long found = 0;
        Map<String, Map<String, Long>> all = new TreeMap<>();
        for (ScriptJob job : jobs) {
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

    private RowBag bag(Watched target, List<Signed> rows) {
        RowBag bag = new RowBag();
        rows.forEach(row -> bag.add(text(target, row), row.weight()));
        return bag;
    }

    private String text(Watched target, Signed row) {
        return RowText.render(target.schema(), session.values(target.schema(), row.line(), row.text()), session.zone());
    }

    private Watched watched(ScriptLine line, String name) {
        Watched found = find(name);
        if (found == null) {
            throw line.error("no stream or table \"" + name + "\"", "known are " + watched.keySet());
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

    private void checkpoint() {
        jobs.stream().filter(ScriptJob::running).forEach(ScriptJob::checkpoint);
    }
}
