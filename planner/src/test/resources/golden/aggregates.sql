CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

SELECT COUNT(*) FROM t;
SELECT b, COUNT(*), SUM(c), AVG(a), MIN(ts) FROM t WHERE a > 10 GROUP BY b;
SELECT b, COUNT(DISTINCT a) FILTER (WHERE c > 1) AS n FROM t GROUP BY b HAVING COUNT(*) > 2;
SELECT DISTINCT b FROM t;
SELECT name, MAX(a) FROM u GROUP BY name;
CREATE VIEW v AS SELECT b, SUM(c) AS total FROM t GROUP BY b;
SELECT b FROM v WHERE total > 100;
