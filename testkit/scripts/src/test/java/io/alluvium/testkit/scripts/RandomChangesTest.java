package io.alluvium.testkit.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Random changes, some of these queries over them, one way of running: what the queries hold at the end is what DuckDB answers over
 * the tables' rows at the end (and what the plan gives when it is run once, as in every script). The seed is in the test's name;
 * {@code -Drandom.seed=N} runs one, {@code -Drandom.count=N} more of them.
 */
class RandomChangesTest {
    private static final int QUERIES_A_SEED = 5;

    /** Rewrites for DuckDB: none but window functions, which it has as expressions, see {@link #duckDb}. */
    private static final List<String> QUERIES = List.of(
            "SELECT id, k, v, s FROM a WHERE v > 3 OR k IS NULL",
            "SELECT id, CASE WHEN v < 2 THEN 'low' WHEN v < 5 THEN s ELSE 'high' END AS c, v * 3 - k AS d FROM a",
            "SELECT k, COUNT(*) AS n, COUNT(v) AS nv, SUM(v) AS t, MIN(v) AS lo, MAX(v) AS hi, COUNT(DISTINCT s) AS ds FROM a GROUP BY k",
            "SELECT s, SUM(v) FILTER (WHERE k = 1) AS t, COUNT(DISTINCT k) FILTER (WHERE v > 2) AS d, SUM(DISTINCT v) AS sd FROM a GROUP BY s",
            "SELECT k, COUNT(*) AS n, SUM(v) AS t FROM a GROUP BY k HAVING COUNT(*) > 1 AND MIN(v) < 4",
            "SELECT COUNT(*) AS n, SUM(v) AS t, MIN(s) AS lo, MAX(s) AS hi FROM a WHERE k > 0",
            "SELECT n, COUNT(*) AS m FROM (SELECT k, COUNT(*) AS n FROM c GROUP BY k) AS x GROUP BY n",
            "SELECT k, v, COUNT(*) AS n FROM c GROUP BY k, v",
            "SELECT a.id AS ia, b.id AS ib FROM a JOIN b ON a.k = b.k",
            "SELECT a.id AS ia, b.id AS ib, b.s FROM a JOIN b ON a.k = b.k AND a.s = b.s AND a.v < b.v",
            "SELECT a.id AS ia, b.id AS ib FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v",
            "SELECT a.id AS ia, b.id AS ib FROM a RIGHT JOIN b ON a.k = b.k AND a.v >= b.v",
            "SELECT a.id AS ia, b.id AS ib FROM a FULL JOIN b ON a.k = b.k AND a.v = b.v",
            "SELECT a.id AS ia, b.id AS ib FROM a JOIN b ON a.k IS NOT DISTINCT FROM b.k AND a.s IS NOT DISTINCT FROM b.s",
            "SELECT x.id AS ix, y.id AS iy FROM a x LEFT JOIN a y ON x.k = y.v",
            "SELECT a.id AS ia, b.id AS ib, c.v FROM a JOIN b ON a.k = b.k LEFT JOIN c ON c.k = b.v",
            "SELECT id FROM a WHERE k IN (SELECT k FROM b)",
            "SELECT id FROM a WHERE k NOT IN (SELECT k FROM b WHERE v > 2)",
            "SELECT id FROM a WHERE k NOT IN (SELECT v FROM c WHERE v IS NOT NULL)",
            "SELECT id, s FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND b.v > a.v)",
            "SELECT id, s FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND b.v > a.v)",
            "SELECT DISTINCT k, s FROM a",
            "SELECT DISTINCT v FROM (SELECT v FROM a UNION ALL SELECT v FROM b UNION ALL SELECT k FROM c) AS x",
            "SELECT s, COUNT(*) AS n, SUM(v) AS t FROM (SELECT s, v FROM a UNION ALL SELECT s, k FROM b) AS x GROUP BY s",
            "SELECT k, id, n FROM (SELECT k, id, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC NULLS LAST, id) AS n FROM a) AS x WHERE n <= 2",
            "SELECT k, id FROM (SELECT k, id, ROW_NUMBER() OVER (PARTITION BY k ORDER BY s NULLS FIRST, id DESC) AS n FROM a) AS x WHERE n = 1",
            "SELECT k, t, n FROM (SELECT k, t, ROW_NUMBER() OVER (ORDER BY t DESC NULLS LAST, k NULLS FIRST) AS n FROM"
                    + " (SELECT k, SUM(v) AS t FROM a GROUP BY k) AS y) AS x WHERE n <= 2",
            "SELECT a.k, COUNT(*) AS n, SUM(b.v) AS t FROM a LEFT JOIN b ON a.k = b.k GROUP BY a.k HAVING COUNT(b.id) <> 1",
            "SELECT a.id, x.t FROM a JOIN (SELECT k, SUM(v) AS t FROM a GROUP BY k) AS x ON a.k = x.k WHERE x.t > a.v",
            "SELECT x.k, x.n, y.n AS m FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) AS x FULL JOIN"
                    + " (SELECT k, COUNT(*) AS n FROM b GROUP BY k) AS y ON x.k = y.k",
            "SELECT id FROM a WHERE v > (SELECT MIN(v) FROM b)",
            "SELECT id FROM a WHERE v = (SELECT MAX(v) FROM b WHERE b.k = a.k)",
            "SELECT k, MAX(n) AS hi FROM (SELECT k, s, COUNT(*) AS n FROM b GROUP BY k, s) AS x GROUP BY k",
            "SELECT window_start, k, COUNT(*) AS n, SUM(v) AS t FROM TABLE(TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                    + " GROUP BY window_start, window_end, k",
            "SELECT e.k, e.v, b.id FROM e JOIN b ON e.k = b.k AND e.v > b.v",
            "SELECT k, v, ts FROM (SELECT k, v, ts, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC, v NULLS FIRST) AS n FROM e) AS x WHERE n = 1");

    @TestFactory
    Stream<DynamicTest> seeds() {
        Long one = Long.getLong("random.seed");
        LongStream seeds = one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("random.count", 40));
        return seeds.mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(seed)));
    }

    private static void run(long seed) throws SQLException {
        Random random = new Random(seed * 31 + 7);
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < QUERIES_A_SEED; i++) {
            queries.add(QUERIES.get(random.nextInt(QUERIES.size())));
        }
        RandomTables tables = new RandomTables(seed);
        int feeds = 3 + random.nextInt(8);
        for (int i = 0; i < feeds; i++) {
            tables.feed();
        }
        String streams = IntStream.range(0, queries.size())
                .mapToObj(i -> "stream q" + i + "\n" + queries.get(i) + ";\n")
                .collect(Collectors.joining());
        String text = RandomTables.definitions() + streams + tables.feeds();
        RunMode mode = RunMode.ALL.get(random.nextInt(RunMode.ALL.size()));
        try (ScriptRun run = new ScriptRun(
                        ScriptParser.parse("seed-" + seed, text), mode, new Installed(new ClassPathFormats()));
                Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            run.run();
            fill(duckDb, tables);
            for (int i = 0; i < queries.size(); i++) {
                assertEquals(
                        answer(duckDb, queries.get(i)),
                        shown(run.rows("q" + i)),
                        "seed " + seed + ", " + mode + "\n" + queries.get(i) + "\n" + text);
            }
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", " + mode + "\n" + text, e);
        }
    }

    private static void fill(Connection duckDb, RandomTables tables) throws SQLException {
        try (Statement statement = duckDb.createStatement()) {
            for (String definition : RandomTables.sqlDefinitions()) {
                statement.execute(definition);
            }
            for (String table : List.of("a", "b", "c", "e")) {
                for (String row : tables.rows(table)) {
                    String values = Stream.of(row.split(" "))
                            .map(value -> value.matches("NULL|-?\\d+") ? value : "'" + value + "'")
                            .collect(Collectors.joining(", "));
                    statement.execute("INSERT INTO " + table + " VALUES (" + values + ")");
                }
            }
        }
    }

    /** DuckDB's rows, sorted, each as often as it is there. */
    private static String answer(Connection duckDb, String query) throws SQLException {
        TreeMap<String, Long> rows = new TreeMap<>();
        try (Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery(duckDb(query))) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    Object value = result.getObject(i);
                    values.add(
                            value instanceof java.sql.Timestamp time
                                    ? time.toLocalDateTime() + (time.getSeconds() == 0 ? ":00.000" : ".000")
                                    : value == null ? "NULL" : value.toString());
                }
                rows.merge(String.join(" ", values), 1L, Long::sum);
            }
        }
        return lines(rows);
    }

    /** A tumbling window is a computed column there. */
    private static String duckDb(String query) {
        return query.replace(
                "TABLE(TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE))",
                "(SELECT *, time_bucket(INTERVAL '1 minute', ts) AS window_start,"
                        + " time_bucket(INTERVAL '1 minute', ts) + INTERVAL '1 minute' AS window_end FROM e)");
    }

    private static String shown(RowBag bag) {
        return lines(new TreeMap<>(bag.counts()));
    }

    private static String lines(TreeMap<String, Long> rows) {
        return rows.entrySet().stream()
                .map(row -> row.getValue() + " x " + row.getKey())
                .collect(Collectors.joining("\n"));
    }
}
