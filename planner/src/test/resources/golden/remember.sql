CREATE TABLE t (id BIGINT NOT NULL, a INT, ts TIMESTAMP(3)) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, tags ARRAY<STRING>, PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE keyed (id BIGINT, a INT, stamp AS UUID(), PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE bag (a INT, name STRING, stamp AS UUID(), mark AS UPPER(UUID()), loud AS UPPER(name))
WITH ('connector' = 'filesystem', 'format' = 'canal-json');

-- rows that only come: nothing is remembered
SELECT id, UUID() FROM t;
SELECT a, UUID(), NOW(), UUID() FROM u WHERE a > 1 AND name = 'x';
SELECT a FROM u WHERE a > 1 AND NOW() > TIMESTAMP '2020-01-01 00:00:00' AND name = 'x';
SELECT a, UUID() FROM u WHERE UUID() <> name;
SELECT stamp, a FROM keyed;
SELECT stamp, mark, loud, COUNT(*) FROM bag GROUP BY stamp, mark, loud;
SELECT x, x AS y FROM (SELECT UUID() AS x FROM u) WHERE x > 'a' AND UPPER(x) > 'B';
SELECT a, COUNT(*), NOW() FROM u GROUP BY a HAVING NOW() IS NOT NULL;
SELECT u.id, e.x FROM u CROSS JOIN UNNEST(ARRAY[UUID(), name]) AS e (x);
SELECT t.id FROM t JOIN u ON t.id = u.id AND CONCAT(u.name, UUID()) > 'b';
SELECT t.id FROM t LEFT JOIN u ON t.id = u.id AND CONCAT(CAST(t.a AS STRING), u.name, UUID()) > 'b';
