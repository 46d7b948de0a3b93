package io.alluvium.testkit.scripts;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.engine.Engine;
import io.alluvium.testkit.scripts.memory.MemoryConnector;
import io.alluvium.testkit.scripts.memory.MemoryLog;
import io.alluvium.testkit.scripts.memory.MemoryLog.Entry;
import io.alluvium.testkit.scripts.memory.MemoryTable;
import io.alluvium.testkit.scripts.memory.MemoryTables;
import io.alluvium.testkit.scripts.memory.NetRows;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The law: what a continuous query holds once its input is quiet is what the same query gives when it is run once over the
 * current tables. Runs each plan anew over the rows that are left, all at once. Tables that are only added to are read as they
 * are, because their rows' lateness is a part of them.
 */
final class BatchOracle {
    private final ScriptSession session;
    private final Collection<ScriptJob> jobs;

    BatchOracle(ScriptSession session, Collection<ScriptJob> jobs) {
        this.session = session;
        this.jobs = jobs;
    }

    /** @param verdict takes the name of each stream or written table, and its right rows */
    void check(BiConsumer<String, RowBag> verdict) {
        for (ScriptJob job : jobs) {
            if (job.failed()) {
                continue;
            }
            MemoryTables tables = settledTables();
            Schema collected = ScriptSession.collected(job.plan());
            StreamView view = collected == null ? null : new StreamView(collected, session.zone());
            PhysicalPlan plan = job.plan();
            try (Engine engine = session.engine(tables, new HeldClock(), true)) {
                ScriptJob once = ScriptJob.start(engine, plan, session.jobOptions(), view);
                once.settle();
                once.checkpoint();
            }
            if (view != null) {
                verdict.accept(plan.job(), view.rows());
            }
            for (String written : job.writes()) {
                verdict.accept(written, Expectations.bag(tables.require(written).stored(), session.zone()));
            }
        }
    }

    private MemoryTables settledTables() {
        MemoryTables settled = new MemoryTables();
        for (MemoryTable table : session.tables().all()) {
            MemoryLog log = table.log();
            List<String> key =
                    Arrays.stream(table.key()).mapToObj(table.schema()::name).toList();
            MemoryTable copy = new MemoryTable(table.name(), table.schema(), key, log.splits());
            boolean asItIs =
                    session.isFedRecords(table) || session.changes(table).equals(MemoryConnector.APPEND);
            if (asItIs) {
                for (int split = 0; split < log.splits(); split++) {
                    copy.log().append(split, log.entries(split));
                }
            } else {
                RowBatch left = left(table);
                copy.log().append(0, left.size() == 0 ? List.of() : List.of(new Entry.Rows(left)));
            }
            if (log.ended()) {
                copy.log().end();
            }
            settled.add(copy);
        }
        return settled;
    }

    private RowBatch left(MemoryTable table) {
        boolean byKey = session.changes(table).equals(MemoryConnector.UPSERT);
        NetRows net = byKey ? new NetRows(table.schema(), table.key()) : new NetRows(table.schema());
        for (int split = 0; split < table.log().splits(); split++) {
            for (Entry entry : table.log().entries(split)) {
                net.add(((Entry.Rows) entry).rows());
            }
        }
        return net.batch();
    }
}
