package io.alluvium.testkit.harness;

import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.type.Schema;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs an operator from text (see {@link CaseScript} for the language) in every way that must not matter: batches of one row
 * and of all, an epoch for each row, several interleavings of the inputs, and, after every epoch, snapshot to bytes and restore
 * into new instances at parallelism 1, 2 and 3. Fails with a diff that names the way.
 *
 * <p>What it also checks: output is never taken away more often than it was given, and one epoch never both adds and takes
 * the same row; {@link #linear} leaves these two out.
 */
public final class OperatorHarness {
    private final Supplier<Operator> operator;
    private final List<Schema> inputs;
    private final Schema output;
    private final Map<Integer, int[]> exchanges = new HashMap<>();
    private boolean ordered;
    private boolean linear;
    private boolean epochsMayBeCut = true;
    private ZoneId zone = ZoneOffset.UTC;

    private OperatorHarness(Supplier<Operator> operator, Schema output, List<Schema> inputs) {
        this.operator = operator;
        this.output = output;
        this.inputs = inputs;
    }

    public static OperatorHarness of(Supplier<Operator> operator, Schema output, Schema... inputs) {
        return new OperatorHarness(operator, output, List.of(inputs));
    }

    /** Rows of this input go to the instance that owns these columns; without, all go to one. */
    public OperatorHarness exchange(int input, int... keys) {
        exchanges.put(input, keys.clone());
        return this;
    }

    /** The operator reads order: rows of one input are one split's, and are never reordered. */
    public OperatorHarness ordered() {
        ordered = true;
        return this;
    }

    /** The operator emits as rows come, also negative multiplicities. */
    public OperatorHarness linear() {
        linear = true;
        return this;
    }

    /** The session's zone; without it UTC. Instants are written and shown in UTC all the same. */
    public OperatorHarness inZone(ZoneId session) {
        zone = session;
        return this;
    }

    /** The case depends on where epochs are cut. */
    public OperatorHarness wholeEpochs() {
        epochsMayBeCut = false;
        return this;
    }

    /** What a plain run (as written, one batch, no restore) left behind. */
    public record Outcome(Map<String, Long> counters, List<DeadLetter> letters) {
        public long counter(String name) {
            return counters.getOrDefault(name, 0L);
        }
    }

    public Outcome run(String text) {
        CaseScript script = CaseScript.parse(text, inputs, output);
        Outcome plain = null;
        for (RunMode mode : RunMode.all(epochsMayBeCut)) {
            HarnessRun run = new HarnessRun(this, mode);
            Outcome outcome = run.play(script);
            if (plain == null
                    && mode.order() == RunMode.Order.AS_WRITTEN
                    && mode.batches() == RunMode.Batches.OF_ALL
                    && mode.restore() == RunMode.Restore.NEVER) {
                plain = outcome;
            }
        }
        if (plain == null) {
            throw new AssertionError("no plain run");
        }
        return plain;
    }

    Operator newOperator() {
        return operator.get();
    }

    List<Schema> inputs() {
        return inputs;
    }

    int[] exchangeKeys(int input) {
        return exchanges.getOrDefault(input, new int[0]);
    }

    boolean isOrdered() {
        return ordered;
    }

    ZoneId zone() {
        return zone;
    }

    boolean isLinear() {
        return linear;
    }

    /** Lines that differ, as a person reads a diff. */
    static List<String> diff(Map<String, Long> expected, Map<String, Long> actual) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Long> row : expected.entrySet()) {
            long found = actual.getOrDefault(row.getKey(), 0L);
            if (found != row.getValue()) {
                lines.add("missing    " + change(row.getKey(), row.getValue())
                        + (found == 0 ? "" : "   (got " + change(row.getKey(), found) + ")"));
            }
        }
        for (Map.Entry<String, Long> row : actual.entrySet()) {
            if (!expected.containsKey(row.getKey())) {
                lines.add("unexpected " + change(row.getKey(), row.getValue()));
            }
        }
        return lines;
    }

    private static String change(String row, long weight) {
        String sign = weight == 1 ? "+" : weight == -1 ? "-" : weight > 0 ? "+" + weight : Long.toString(weight);
        return sign + " " + row;
    }
}
