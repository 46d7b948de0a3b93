package io.alluvium.server.demo;

import io.alluvium.runtime.engine.JobReport;
import io.alluvium.server.output.TableFrame;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Prints what went into and came out of each step of jobs, in signed weights. */
final class Balance {
    private Balance() {}

    static void print(Map<String, JobReport> reports, PrintStream out) {
        List<List<String>> rows = new ArrayList<>();
        reports.forEach((job, report) -> new TreeMap<>(report.counters()).forEach((node, counters) -> {
            Map<String, Long> others = new TreeMap<>(counters);
            Long in = others.remove(JobReport.IN);
            Long sent = others.remove(JobReport.OUT);
            others.values().removeIf(value -> value == 0);
            rows.add(List.of(job, node, text(in), text(sent), others.isEmpty() ? "" : others.toString()));
        }));
        out.println();
        TableFrame.print(
                List.of("job", "step", "in", "out", "of these"), rows, List.of(false, false, true, true, false), out);
    }

    private static String text(@Nullable Long value) {
        return value == null ? "" : value.toString();
    }
}
