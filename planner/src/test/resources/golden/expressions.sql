CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

SELECT CASE a WHEN 1 THEN 'one' WHEN 22 THEN 'twentytwo' END, NULLIF(a, 3), COALESCE(b, 'x'), a IN (1, 2, 3), a NOT IN (1, 2),
  b LIKE 'x%', -a, a % 3, MOD(id, 10), id / 3, c / 3, c * c, 0.908 * id, CAST(a AS STRING), TRY_CAST(b AS INT), ts + INTERVAL '1' DAY
  FROM t;
SELECT EXTRACT(HOUR FROM ts), TRIM(BOTH 'x' FROM b), TRIM(b), SUBSTRING(b FROM 2 FOR 3), FLOOR(ts TO HOUR),
  TIMESTAMPDIFF(DAY, ts, ts), TIMESTAMPADD(DAY, 1, ts), NOW(), CURRENT_TIMESTAMP, GREATEST(a, id), IFNULL(c, 0)
  FROM t;
SELECT ARRAY[1, 2, a], MAP['x', 1], m['k'], arr[1].x FROM u;
SELECT b = 1, ts > '2020-01-01 00:00:00', DATE '2020-01-01', TIMESTAMP '2020-01-01 00:00:00.123456', INTERVAL '1' HOUR, TRUE, 1.5, 1e3, NULL
  FROM t;
