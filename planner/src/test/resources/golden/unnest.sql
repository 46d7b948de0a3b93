CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

SELECT u.id, x, y FROM u CROSS JOIN UNNEST(u.arr) AS e (x, y) WHERE x > 3;
SELECT u.id, tag, pos FROM u CROSS JOIN UNNEST(u.tags) WITH ORDINALITY AS e (tag, pos);
SELECT u.id, k, val FROM u LEFT JOIN UNNEST(u.m) AS e (k, val) ON TRUE;
SELECT x FROM UNNEST(ARRAY[1, 2]) AS e (x);
