CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

SELECT t.id, u.name FROM t JOIN u ON t.id = u.id AND t.a < u.a;
SELECT t.id, u.name FROM t LEFT JOIN u ON t.a = u.id;
SELECT t.id, u.name FROM t FULL JOIN u ON t.id = u.id;
SELECT t.id, u.name FROM t JOIN u ON UPPER(t.b) = u.name AND t.a IS NOT DISTINCT FROM u.a;
SELECT t1.id FROM t AS t1 JOIN t AS t2 ON t1.a < t2.a;
