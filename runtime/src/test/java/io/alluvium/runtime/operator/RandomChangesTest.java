package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PlanNode.Aggregate;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.Join;
import io.alluvium.core.plan.PlanNode.JoinKind;
import io.alluvium.core.plan.PlanNode.Normalize;
import io.alluvium.core.plan.PlanNode.Rank;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.RandomChanges;
import io.alluvium.testkit.harness.SchemaText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State-holding operators against plain re-computation over the current tables. */
class RandomChangesTest {
    private static final Schema ROWS = SchemaText.parse("k BIGINT, v BIGINT");
    private static final Schema PAIRS = SchemaText.parse("k BIGINT, v BIGINT, k2 BIGINT, v2 BIGINT");
    private static final int SEEDS = 10;
    private static final int EPOCHS = 25;

    private static String row(int input, Random random) {
        return part(random, 4) + " " + part(random, 6);
    }

    private static String part(Random random, int limit) {
        int value = random.nextInt(limit);
        return value == 0 ? "NULL" : Integer.toString(value);
    }

    private static @Nullable Long number(String row, int column) {
        String text = row.split(" ")[column];
        return text.equals("NULL") ? null : Long.valueOf(text);
    }

    // ---- joins

    private static final JoinResidual LESS = (pairs, rows) -> {
        int count = 0;
        for (int i = 0; i < pairs.size(); i++) {
            if (isLess(pairs, i)) {
                rows[count++] = i;
            }
        }
        return count;
    };

    private static boolean isLess(RowBatch pairs, int row) {
        boolean comparable = !pairs.column(1).isNull(row) && !pairs.column(3).isNull(row);
        return comparable && pairs.longs(1).values()[row] < pairs.longs(3).values()[row];
    }

    @Test
    void joins() {
        for (JoinKind kind : JoinKind.values()) {
            for (boolean nullSafe : new boolean[] {false, true}) {
                for (boolean residual : new boolean[] {false, true}) {
                    boolean list = kind == JoinKind.NULL_AWARE_ANTI;
                    if (!list || !nullSafe && !residual) {
                        join(kind, nullSafe, residual, false, false);
                    }
                }
            }
        }
    }

    @Test
    void insertOnlyInnerJoins() {
        join(JoinKind.INNER, false, false, true, true);
        join(JoinKind.INNER, true, true, true, true);
    }

    /** One side is appended, the other is a multiset. */
    @Test
    void innerJoinsWithOneInsertOnlySide() {
        join(JoinKind.INNER, false, false, true, false);
        join(JoinKind.INNER, true, true, false, true);
    }

    private static void join(
            JoinKind kind, boolean nullSafe, boolean residual, boolean leftInsertOnly, boolean rightInsertOnly) {
        boolean one = kind == JoinKind.SEMI || kind == JoinKind.ANTI || kind == JoinKind.NULL_AWARE_ANTI;
        Join node = new Join(
                "join",
                "l",
                "r",
                kind,
                List.of(0),
                List.of(0),
                List.of(nullSafe),
                null,
                leftInsertOnly,
                rightInsertOnly,
                one ? ROWS : PAIRS);
        JoinResidual condition = residual ? LESS : null;
        int[] key = kind == JoinKind.NULL_AWARE_ANTI ? new int[0] : new int[] {0};
        RandomChanges changes =
                new RandomChanges(() -> operator(node, condition), List.of(ROWS, ROWS), List.of(key, key));
        if (leftInsertOnly) {
            changes.insertOnly(0);
        }
        if (rightInsertOnly) {
            changes.insertOnly(1);
        }
        changes.run(SEEDS, EPOCHS, RandomChangesTest::row, tables -> joined(tables, kind, nullSafe, residual));
    }

    private static Operator operator(Join node, @Nullable JoinResidual condition) {
        return node.kind() == JoinKind.INNER
                ? new InnerJoinOperator(node, ROWS, ROWS, condition)
                : new OuterJoinOperator(node, ROWS, ROWS, condition);
    }

    private static Map<String, Long> joined(
            List<Map<String, Long>> tables, JoinKind kind, boolean nullSafe, boolean residual) {
        Map<String, Long> result = new TreeMap<>();
        Map<String, Long> left = tables.get(0);
        Map<String, Long> right = tables.get(1);
        boolean pairs =
                kind == JoinKind.INNER || kind == JoinKind.LEFT || kind == JoinKind.RIGHT || kind == JoinKind.FULL;
        boolean anyRight = right.values().stream().anyMatch(weight -> weight > 0);
        boolean nullRight =
                right.entrySet().stream().anyMatch(row -> row.getValue() > 0 && number(row.getKey(), 0) == null);
        for (Map.Entry<String, Long> l : left.entrySet()) {
            boolean matched = false;
            for (Map.Entry<String, Long> r : right.entrySet()) {
                if (matches(l.getKey(), r.getKey(), nullSafe, residual)) {
                    matched |= r.getValue() > 0;
                    if (pairs) {
                        add(result, l.getKey() + " " + r.getKey(), l.getValue() * r.getValue());
                    }
                }
            }
            long shown = Math.max(0, l.getValue());
            switch (kind) {
                case INNER, RIGHT -> {}
                case LEFT, FULL -> add(result, l.getKey() + " NULL NULL", matched ? 0 : shown);
                case SEMI -> add(result, l.getKey(), matched ? shown : 0);
                case ANTI -> add(result, l.getKey(), matched ? 0 : shown);
                case NULL_AWARE_ANTI -> {
                    boolean isNull = number(l.getKey(), 0) == null;
                    boolean taken = !anyRight || !nullRight && !isNull && !matched;
                    add(result, l.getKey(), taken ? shown : 0);
                }
            }
        }
        if (kind == JoinKind.RIGHT || kind == JoinKind.FULL) {
            for (Map.Entry<String, Long> r : right.entrySet()) {
                boolean matched = left.entrySet().stream()
                        .anyMatch(l -> l.getValue() > 0 && matches(l.getKey(), r.getKey(), nullSafe, residual));
                add(result, "NULL NULL " + r.getKey(), matched ? 0 : Math.max(0, r.getValue()));
            }
        }
        return result;
    }

    private static boolean matches(String left, String right, boolean nullSafe, boolean residual) {
        Long leftKey = number(left, 0);
        Long rightKey = number(right, 0);
        boolean equal = leftKey == null || rightKey == null
                ? nullSafe && leftKey == null && rightKey == null
                : leftKey.equals(rightKey);
        if (!equal || !residual) {
            return equal;
        }
        Long leftValue = number(left, 1);
        Long rightValue = number(right, 1);
        return leftValue != null && rightValue != null && leftValue < rightValue;
    }

    private static void add(Map<String, Long> result, String row, long weight) {
        if (weight != 0 && result.merge(row, weight, Long::sum) == 0) {
            result.remove(row);
        }
    }

    // ---- aggregates

    private static AggregateCall call(String function, boolean distinct, int... arguments) {
        List<Integer> columns = new ArrayList<>();
        for (int argument : arguments) {
            columns.add(argument);
        }
        return new AggregateCall(function, columns, distinct, -1, DataType.bigint());
    }

    @Test
    void aggregates() {
        List<AggregateCall> calls = List.of(
                call("COUNT", false),
                call("COUNT", false, 1),
                call("SUM", false, 1),
                call("MIN", false, 1),
                call("MAX", false, 1),
                call("COUNT", true, 1),
                call("SUM", true, 1));
        for (boolean keyed : new boolean[] {true, false}) {
            for (boolean insertOnly : new boolean[] {true, false}) {
                String key = keyed ? "k BIGINT, " : "";
                Schema output = SchemaText.parse(
                        key + "n BIGINT, c BIGINT, s BIGINT, lo BIGINT, hi BIGINT, d BIGINT, sd BIGINT");
                List<Integer> keys = keyed ? List.of(0) : List.of();
                Aggregate node = new Aggregate("agg", "in", keys, calls, insertOnly, null, output);
                int[] routing = JoinInputs.ints(keys);
                RandomChanges changes = new RandomChanges(
                        () -> new AggregateOperator(node, ROWS, routing), List.of(ROWS), List.of(routing));
                if (insertOnly) {
                    changes.insertOnly();
                }
                changes.run(SEEDS, EPOCHS, RandomChangesTest::row, tables -> aggregated(tables.get(0), keyed));
            }
        }
    }

    private static Map<String, Long> aggregated(Map<String, Long> table, boolean keyed) {
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        if (!keyed) {
            groups.put("", new TreeMap<>());
        }
        for (Map.Entry<String, Long> row : table.entrySet()) {
            String key = keyed ? row.getKey().split(" ")[0] + " " : "";
            groups.computeIfAbsent(key, name -> new TreeMap<>())
                    .merge(row.getKey().split(" ")[1], row.getValue(), Long::sum);
        }
        Map<String, Long> result = new TreeMap<>();
        groups.forEach((key, values) -> {
            long rows = values.values().stream().mapToLong(Long::longValue).sum();
            if (keyed && rows <= 0) {
                return;
            }
            long count = 0;
            long sum = 0;
            TreeSet<Long> present = new TreeSet<>();
            for (Map.Entry<String, Long> value : values.entrySet()) {
                if (!value.getKey().equals("NULL")) {
                    count += value.getValue();
                    sum += value.getValue() * Long.parseLong(value.getKey());
                    if (value.getValue() > 0) {
                        present.add(Long.valueOf(value.getKey()));
                    }
                }
            }
            String least = present.isEmpty() ? "NULL" : present.first().toString();
            String greatest = present.isEmpty() ? "NULL" : present.last().toString();
            String distinctSum = present.isEmpty()
                    ? "NULL"
                    : Long.toString(present.stream().mapToLong(Long::longValue).sum());
            result.put(
                    key + Math.max(0, rows) + " " + Math.max(0, count) + " " + (count > 0 ? sum : "NULL") + " " + least
                            + " " + greatest + " " + present.size() + " " + distinctSum,
                    1L);
        });
        return result;
    }

    // ---- ranks

    @Test
    void ranks() {
        for (boolean insertOnly : new boolean[] {true, false}) {
            for (boolean withNumber : new boolean[] {true, false}) {
                for (long[] range : new long[][] {{1, 1}, {1, 3}, {2, 4}}) {
                    rank(range[0], range[1], withNumber, insertOnly);
                }
            }
        }
    }

    private static void rank(long from, long to, boolean withNumber, boolean insertOnly) {
        Schema output = withNumber ? SchemaText.parse("k BIGINT, v BIGINT, n BIGINT") : ROWS;
        List<SortKey> order = List.of(new SortKey(1, true, false));
        Rank node = new Rank("rank", "in", List.of(0), order, from, to, withNumber, insertOnly, output);
        int[] key = {0};
        boolean best = insertOnly && from == 1 && to == 1;
        RandomChanges changes = new RandomChanges(
                () -> best ? new BestRowOperator(node, ROWS, key) : new RankOperator(node, ROWS, key),
                List.of(ROWS),
                List.of(key));
        if (insertOnly) {
            changes.insertOnly();
        }
        changes.run(SEEDS, EPOCHS, RandomChangesTest::row, tables -> ranked(tables.get(0), from, to, withNumber));
    }

    private static Map<String, Long> ranked(Map<String, Long> table, long from, long to, boolean withNumber) {
        Map<String, List<String>> partitions = new TreeMap<>();
        for (Map.Entry<String, Long> row : table.entrySet()) {
            for (long copy = 0; copy < row.getValue(); copy++) {
                partitions
                        .computeIfAbsent(row.getKey().split(" ")[0], key -> new ArrayList<>())
                        .add(row.getKey());
            }
        }
        Comparator<String> highestFirst = (a, b) -> {
            Long x = number(a, 1);
            Long y = number(b, 1);
            return x == null || y == null ? Boolean.compare(x == null, y == null) : y.compareTo(x);
        };
        Map<String, Long> result = new TreeMap<>();
        for (List<String> rows : partitions.values()) {
            rows.sort(highestFirst);
            for (long number = from; number <= Math.min(to, rows.size()); number++) {
                String row = rows.get((int) number - 1);
                add(result, withNumber ? row + " " + number : row, 1);
            }
        }
        return result;
    }

    // ---- the last image of a key

    /** Upserts and removals by key, as a log sends them; kept by the oracle in a map. */
    @Test
    void images() {
        Normalize node = new Normalize("norm", "in", List.of(0), ROWS);
        int[] key = {0};
        for (long seed = 1; seed <= 3L * SEEDS; seed++) {
            Random random = new Random(seed);
            Map<String, String> table = new TreeMap<>();
            StringBuilder text = new StringBuilder();
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                Map<String, String> before = new TreeMap<>(table);
                text.append("feed 0\n");
                for (int change = random.nextInt(6); change >= 0; change--) {
                    String id = Integer.toString(1 + random.nextInt(5));
                    String image = id + " " + part(random, 6);
                    if (random.nextInt(3) > 0) {
                        text.append("+U ").append(image).append('\n');
                        table.put(id, image);
                    } else {
                        // what a removal says beside the key does not count
                        text.append("-D ").append(image).append('\n');
                        table.remove(id);
                    }
                }
                text.append("expect\n");
                before.forEach((id, image) -> text.append(image.equals(table.get(id)) ? "" : "- " + image + "\n"));
                table.forEach((id, image) -> text.append(image.equals(before.get(id)) ? "" : "+ " + image + "\n"));
            }
            OperatorHarness.of(() -> new NormalizeOperator(node, ROWS, key), ROWS, ROWS)
                    .exchange(0, 0)
                    .ordered()
                    .wholeEpochs()
                    .run(text.toString());
        }
    }
}
