CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

CREATE TABLE keyed (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'jdbc');
CREATE TABLE dated (d DATE, k BIGINT, s VARCHAR(20), PRIMARY KEY (d, k) NOT ENFORCED) WITH ('connector' = 'jdbc');
CREATE TABLE numbers (id BIGINT, total DECIMAL(20, 2), PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'jdbc');
INSERT INTO keyed SELECT b, COUNT(*) FROM t GROUP BY b;
INSERT INTO keyed SELECT b, id FROM t;
INSERT INTO keyed SELECT name, id FROM plain;
INSERT INTO keyed (n, k) SELECT a, b FROM t;
INSERT INTO keyed (k) VALUES ('a'), ('b');
INSERT INTO numbers SELECT a, SUM(c) FROM t GROUP BY a;
INSERT INTO dated SELECT CAST(ts AS DATE), id, MAX(b) FROM t GROUP BY CAST(ts AS DATE), id;
EXECUTE STATEMENT SET BEGIN
  INSERT INTO keyed SELECT b, id FROM t WHERE a = 1;
  INSERT INTO keyed SELECT b, a FROM t WHERE a > 2;
  INSERT INTO numbers SELECT id, a FROM u;
END;
