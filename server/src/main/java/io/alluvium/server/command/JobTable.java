package io.alluvium.server.command;

import io.alluvium.catalog.Catalog;
import io.alluvium.catalog.JobDefinition;
import io.alluvium.server.output.TableFrame;
import io.alluvium.server.session.RunningJobs.Progress;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The jobs of a warehouse as a table: those that run with what they do, the others by name. */
final class JobTable {
    private static final List<String> COLUMNS = List.of(
            "job", "state", "read", "rows/s", "lag", "written", "late", "dead letters", "restarts", "last commit");
    private static final List<Boolean> NUMERIC = List.of(false, false, true, true, true, true, true, true, true, false);

    private JobTable() {}

    static void print(Catalog catalog, List<Progress> progress, PrintStream out) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (JobDefinition job : catalog.jobs()) {
            rows.put(job.name(), List.of(job.name(), "stopped", "", "", "", "", "", "", "", ""));
        }
        long now = System.currentTimeMillis();
        for (Progress job : progress) {
            rows.put(job.job(), row(job, now));
        }
        TableFrame.print(COLUMNS, new ArrayList<>(rows.values()), NUMERIC, out);
    }

    private static List<String> row(Progress job, long now) {
        return List.of(
                job.job(),
                job.running() ? "running" : "ended",
                Long.toString(job.read()),
                Long.toString(job.readPerSecond()),
                job.lags().isEmpty()
                        ? ""
                        : Long.toString(job.lags().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()),
                Long.toString(job.written()),
                Long.toString(job.late()),
                Long.toString(job.deadLetters()),
                Integer.toString(job.restarts()),
                job.commitVersion() == 0 ? "none" : ago(now - job.commitVersion()));
    }

    private static String ago(long millis) {
        long seconds = Math.max(0, millis / 1000);
        return seconds < 120
                ? seconds + " s ago"
                : seconds < 7200 ? seconds / 60 + " min ago" : seconds / 3600 + " h ago";
    }
}
