CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

SELECT b FROM t UNION ALL SELECT name FROM u;
SELECT b FROM t UNION SELECT name FROM u;
SELECT b FROM t INTERSECT SELECT name FROM u;
SELECT b FROM t EXCEPT SELECT name FROM u;
SELECT a FROM t UNION ALL SELECT id FROM u;
VALUES (1, 'a'), (2, 'bcd');
