package io.alluvium.server.demo;

import io.alluvium.core.plan.PlanNode;
import io.alluvium.runtime.engine.JobReport;
import io.alluvium.server.output.TableFrame;
import io.alluvium.server.session.JobRun;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The account of jobs in signed weights: what was read and written, what was left out on the way and why. In every step that
 * keeps no state, what went in must have come out or be accounted for.
 */
final class Balance {
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();
    private int steps;

    static Balance of(Map<String, JobRun> runs) {
        Balance balance = new Balance();
        runs.forEach(balance::add);
        return balance;
    }

    /** Steps whose account does not add up, a sentence each. */
    List<String> differences() {
        return differences;
    }

    void print(PrintStream out) {
        out.println();
        TableFrame.print(
                List.of("job", "read", "written", "left out on the way"), rows, List.of(false, true, true, false), out);
        out.println("balance: " + steps + " steps without state, in = out + what is accounted for: "
                + (differences.isEmpty() ? "holds in all" : "broken in " + differences.size()));
    }

    private void add(String job, JobRun run) {
        long read = 0;
        long written = 0;
        Map<String, Long> leftOut = new TreeMap<>();
        for (PlanNode node : run.plan().nodes()) {
            Map<String, Long> counters = new TreeMap<>(run.report().counters().getOrDefault(node.id(), Map.of()));
            long in = take(counters, JobReport.IN);
            long out = take(counters, JobReport.OUT);
            if (node instanceof PlanNode.Scan) {
                read += out;
            } else if (node instanceof PlanNode.Sink) {
                written += in;
            }
            counters.forEach((name, count) -> leftOut.merge(name, count, Long::sum));
            if (keepsRows(node)) {
                steps++;
                long accounted =
                        counters.values().stream().mapToLong(Long::longValue).sum();
                if (in != out + accounted) {
                    differences.add(
                            "balance of " + job + "/" + node.id() + ": in " + in + ", out " + out + ", " + counters);
                }
            }
        }
        leftOut.values().removeIf(count -> count == 0);
        String reasons = leftOut.toString();
        rows.add(List.of(job, Long.toString(read), Long.toString(written), reasons.substring(1, reasons.length() - 1)));
    }

    /** True for steps that send each row on once or count it. */
    private static boolean keepsRows(PlanNode node) {
        return node instanceof PlanNode.Calc
                || node instanceof PlanNode.Exchange
                || node instanceof PlanNode.Union
                || (node instanceof PlanNode.WindowAssign assign
                        && assign.window().kind() == PlanNode.WindowKind.TUMBLE);
    }

    private static long take(Map<String, Long> counters, String name) {
        Long count = counters.remove(name);
        return count == null ? 0 : count;
    }
}
