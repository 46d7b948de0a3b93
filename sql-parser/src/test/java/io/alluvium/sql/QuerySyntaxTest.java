package io.alluvium.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries and expressions of the dialect are read, and what they are written as is read back to the same node. */
class QuerySyntaxTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT TRY_CAST(x AS INT), CAST(y AS DECIMAL(10, 2)) FROM t",
                "SELECT CAST(x AS ROW<a INT, b ARRAY<STRING NOT NULL>>), CAST(m AS MAP<STRING, BIGINT>) FROM t",
                "SELECT CAST(x AS TIMESTAMP_LTZ(3)), CAST(x AS STRING), CAST(x AS BYTES), CAST(x AS INT ARRAY) FROM t",
                "SELECT CAST(x AS TIMESTAMP(3) WITH LOCAL TIME ZONE), CAST('1' AS INTERVAL DAY TO SECOND) FROM t",
                "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start",
                "SELECT * FROM TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '1' MINUTE)",
                "SELECT * FROM TABLE(TUMBLE(DATA => TABLE bid, TIMECOL => DESCRIPTOR(ts), SIZE => INTERVAL '10' MINUTES))",
                "SELECT * FROM TABLE(HOP(TABLE bid, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))",
                "SELECT * FROM TABLE(CUMULATE(TABLE bid, DESCRIPTOR(ts), INTERVAL '2' MINUTES, INTERVAL '10' MINUTES))",
                "SELECT * FROM TABLE(SESSION(TABLE bid PARTITION BY bidder, DESCRIPTOR(ts), INTERVAL '10' SECOND))",
                "SELECT * FROM TABLE(TUMBLE(TABLE ods.bid, DESCRIPTOR(ts), INTERVAL '1' DAY, INTERVAL '8' HOUR))",
                "SELECT * FROM TABLE(FROM_CHANGELOG(input => TABLE t PARTITION BY id, op => DESCRIPTOR(op)))",
                "SELECT * FROM TABLE(FROM_CHANGELOG(input => TABLE ods.t, op => DESCRIPTOR(op), op_mapping => MAP['I', 'INSERT']))",
                "SELECT * FROM FROM_CHANGELOG(input => TABLE t PARTITION BY (a, b), op => DESCRIPTOR(op))",
                "SELECT * FROM TABLE(FROM_CHANGELOG(op => DESCRIPTOR(op), input => TABLE t PARTITION BY id))",
                "SELECT * FROM t CROSS JOIN UNNEST(arr) AS x(a, b)",
                "SELECT * FROM t, UNNEST(arr) WITH ORDINALITY AS x(a, n)",
                "SELECT * FROM t LEFT JOIN UNNEST(arr) AS x(a, b) ON TRUE",
                "SELECT * FROM t, LATERAL TABLE(split(a, ',')) AS s(w)",
                "SELECT * FROM t LEFT JOIN LATERAL TABLE(split(a)) AS s(w) ON TRUE",
                "SELECT * FROM o JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.c = r.c",
                "SELECT * FROM o LEFT JOIN dim.user_info FOR SYSTEM_TIME AS OF o.proctime ON o.c = user_info.c",
                "SELECT COUNT(*) FILTER (WHERE a > 1), SUM(DISTINCT b) FROM t GROUP BY c HAVING COUNT(*) > 2",
                "SELECT * FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b DESC) <= 3",
                "SELECT a, ROW_NUMBER() OVER (PARTITION BY a ORDER BY b DESC NULLS LAST) AS rn FROM t",
                "SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY b ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
                "SELECT SUM(a) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) FROM t",
                "SELECT * FROM t /*+ OPTIONS('scan.startup.mode' = 'earliest-offset', 'k' = 'v') */ AS x",
                "SELECT /*+ LOOKUP('table' = 'dim', 'async' = 'true'), STATE_TTL('a' = '1d') */ a FROM t",
                "SELECT IF(a > 1, 'x', 'y'), LEFT(a, 2), RIGHT(a, 2), YEAR(d), MONTH(d), DAYOFMONTH(d), HOUR(d), SECOND(d) FROM t",
                "SELECT JSON_VALUE(j, '$.a'), JSON_VALUE(j, '$.a' RETURNING INT), JSON_QUERY(j, '$.b'), JSON_EXISTS(j, '$.c') FROM t",
                "SELECT JSON_OBJECT('k' VALUE 1, KEY 'a' VALUE b), JSON_ARRAY(1, 2), JSON_OBJECTAGG(k VALUE v) FROM t",
                "SELECT j IS JSON OBJECT, x IS JSON VALUE FROM t",
                "SELECT a[1], m['k'], r.f, t.r.f.g, a[1].x, f(x)[2] FROM t",
                "SELECT a <> b, a != b, a % 2, a || b, -a, NOT (a = b) FROM t",
                "SELECT a LIKE 'a\\_c' ESCAPE '\\', a NOT LIKE 'x%', a SIMILAR TO '[a-z]+', a RLIKE 'x.*' FROM t",
                "SELECT DATE '2024-01-01', TIME '10:00:00', TIMESTAMP '2024-01-01 00:00:00.123', INTERVAL '1 02:03:04.5' DAY TO SECOND",
                "SELECT INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '100' SECOND(3), INTERVAL -'5' MINUTE",
                "SELECT 'it''s', '夜', '', 'a\nb', X'1F'",
                "SELECT `城市`, t.`订单` AS `金 额`, 数量 FROM `表` WHERE 城市 = '北京'",
                "SELECT a IN (1, 2), a NOT IN (SELECT b FROM u), (a, b) IN ((1, 2)), EXISTS (SELECT 1 FROM u) FROM t",
                "SELECT a BETWEEN 1 AND 2, a IS NULL, a IS NOT DISTINCT FROM b, a IS DISTINCT FROM b, a IS NOT TRUE FROM t",
                "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END, CASE WHEN a > 1 THEN 1 END, COALESCE(a, 0), NULLIF(a, 1) FROM t",
                "SELECT EXTRACT(DAY FROM d), FLOOR(ts TO HOUR), CEIL(x), TRIM(BOTH ' ' FROM x), TRIM(x), SUBSTRING(x FROM 1 FOR 2) FROM t",
                "SELECT TIMESTAMPDIFF(DAY, a, b), TIMESTAMPADD(HOUR, 1, a), POSITION('a' IN x), OVERLAY(x PLACING 'y' FROM 1) FROM t",
                "SELECT CURRENT_TIMESTAMP, LOCALTIMESTAMP, NOW(), PROCTIME(), CURRENT_DATE, CURRENT_ROW_TIMESTAMP() FROM t",
                "SELECT LISTAGG(a, ','), LISTAGG(DISTINCT a), ARRAY_AGG(a), COLLECT(a), FIRST_VALUE(a), LAG(a, 1) OVER (ORDER BY ts) FROM t",
                "SELECT ARRAY[1, 2], MAP['a', 1], ROW(1, 'x'), (1, 2) FROM t",
                "SELECT GROUP_CONCAT(a), STRING_AGG(a, ','), DATE_FORMAT(ts, 'yyyy-MM-dd'), DATEDIFF(a, b), SUBSTRING_INDEX(a, '.', 1) FROM t",
                "SELECT SUBSTR(a, 1), CHAR_LENGTH(a), LENGTH(a), REPLACE(a, 'b', 'c'), TO_TIMESTAMP(a), TO_DATE(a), REGEXP(a, 'x') FROM t",
                "SELECT a, COUNT(*) FROM t GROUP BY GROUPING SETS ((a), ()), CUBE(b), ROLLUP(c)",
                "SELECT DISTINCT a FROM t ORDER BY a DESC LIMIT 10",
                "SELECT a FROM t ORDER BY a NULLS FIRST LIMIT 10 OFFSET 5",
                "(SELECT a FROM t) UNION ALL (SELECT b FROM u)",
                "SELECT a FROM t UNION SELECT b FROM u INTERSECT SELECT c FROM v EXCEPT ALL SELECT d FROM w",
                "WITH x AS (SELECT a FROM t), y(b) AS (SELECT a FROM x) SELECT * FROM y",
                "VALUES (1, 'a'), (2, 'b')",
                "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(id, name)",
                "SELECT t.*, u.a FROM t JOIN u ON t.id = u.id LEFT JOIN v USING (id) FULL OUTER JOIN w ON TRUE",
                "SELECT * FROM c.d.t WHERE ts BETWEEN a - INTERVAL '1' HOUR AND a + INTERVAL '10' MINUTE",
                "SELECT (SELECT MAX(b) FROM u WHERE u.a = t.a) FROM t",
                "SELECT * FROM t WHERE a = ANY (SELECT b FROM u) OR a > ALL (SELECT b FROM u)",
                "SELECT 1.5, .5, 1e10, 12345678901234567890, TRUE, NULL, UNKNOWN",
                "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a ORDER BY ts MEASURES A.x AS ax ONE ROW PER MATCH PATTERN (A B+) DEFINE B AS B.x > A.x) AS m"
            })
    void readsAndWrites(String sql) {
        SqlNode first = StatementParser.parseQuery(sql);
        String written = DialectText.of(first);
        SqlNode second = StatementParser.parseQuery(written);
        assertEquals(written, DialectText.of(second));
        assertTrue(first.equalsDeep(second, Litmus.IGNORE), written);
        assertFalse(written.replaceAll("'[^']*'", "").contains("\n"), written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "value",
                "count",
                "date",
                "timestamp",
                "user",
                "day",
                "result",
                "type",
                "name",
                "status",
                "data",
                "old",
                "key",
                "rank",
                "year",
                "month",
                "hour",
                "minute",
                "second",
                "percent",
                "method",
                "database",
                "ts",
                "sql",
                "time",
                "sum",
                "min",
                "max",
                "avg",
                "new",
                "start",
                "language",
                "position",
                "source",
                "target",
                "action",
                "level",
                "state",
                "version",
                "number",
                "comment",
                "string",
                "job",
                "hash",
                "range",
                "upper",
                "lower",
                "match",
                "language",
                "function",
                "system",
                "global",
                "local",
                "condition",
                "parameter",
                "period",
                "language",
                "metadata",
                "virtual",
                "watermark",
                "use",
                "if",
                "url",
                "id",
                "op",
                "before",
                "after",
                "source",
                "scale",
                "size",
                "session",
                "current",
                "column",
                "columns",
                "tables",
                "call",
                "element",
                "power",
                "precision",
                "procedure",
                "trigger",
                "search",
                "match",
                "lag",
                "lead",
                "open",
                "close",
                "no",
                "none",
                "one",
                "out",
                "first",
                "last",
                "partitions"
            })
    void takesWordAsName(String word) {
        StatementParser.parse(StatementText.of("CREATE TABLE t (" + word + " INT, b STRING, PRIMARY KEY (" + word
                + ") NOT ENFORCED, WATERMARK FOR " + word + " AS " + word + " - INTERVAL '5' SECOND)"));
        String sql = "SELECT " + word + ", t." + word + ", " + word + " + 1 AS x, a AS " + word + ", SUM(" + word
                + ") FROM t WHERE " + word + " > 1 AND t." + word + " IS NOT NULL GROUP BY " + word + " ORDER BY "
                + word;
        assertEquals(sql, DialectText.of(StatementParser.parseQuery(sql)));
        StatementParser.parse(StatementText.of("INSERT INTO t (" + word + ", b) SELECT a AS " + word + ", b FROM s AS "
                + word + " WHERE " + word + ".a = 1"));
    }
}
