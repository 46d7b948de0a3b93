CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

SELECT id FROM t WHERE id IN (SELECT id FROM u WHERE a > 1);
SELECT id FROM t WHERE id NOT IN (SELECT id FROM u);
SELECT id FROM t WHERE a NOT IN (SELECT a FROM t);
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id AND u.a > t.a);
SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.id = t.id) AND a > 5;
SELECT id, (SELECT MAX(a) FROM u) AS m FROM t;
SELECT id, (SELECT COUNT(*) FROM u WHERE u.id = t.id) AS m FROM t;
SELECT id FROM t WHERE c > (SELECT AVG(c) FROM t AS t2 WHERE t2.b = t.b);
SELECT id FROM t WHERE a = 1 OR b IN (SELECT name FROM u);
SELECT id FROM t WHERE (a, b) NOT IN (SELECT a, name FROM u);
SELECT id FROM t WHERE a NOT IN (SELECT u.a FROM u WHERE u.name = t.b);
