CREATE TABLE t (
  id BIGINT NOT NULL, a INT, b STRING, c DECIMAL(10, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'log');
CREATE TABLE u (
  id BIGINT, a INT NOT NULL, name STRING, arr ARRAY<ROW<x INT, y STRING>>, m MAP<STRING, INT>, tags ARRAY<STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'format' = 'canal-json');
CREATE TABLE plain (id BIGINT, name STRING) WITH ('connector' = 'untagged');

CREATE TABLE appended (w TIMESTAMP(3), n BIGINT) WITH ('connector' = 'log');
CREATE TABLE keyed (w TIMESTAMP(3), n BIGINT, PRIMARY KEY (w) NOT ENFORCED) WITH ('connector' = 'jdbc');
CREATE TABLE ended (w TIMESTAMP(3), e TIMESTAMP(3), n BIGINT, PRIMARY KEY (w, e) NOT ENFORCED) WITH ('connector' = 'jdbc');
INSERT INTO appended
  SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
  GROUP BY window_start, window_end;
INSERT INTO ended
  SELECT window_start, window_end, COUNT(DISTINCT b)
  FROM HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '1' MINUTE)
  GROUP BY window_start, window_end;
INSERT INTO ended
  SELECT window_start, window_end, COUNT(*)
  FROM TABLE(CUMULATE(DATA => TABLE t, TIMECOL => DESCRIPTOR(ts), STEP => INTERVAL '10' SECOND, SIZE => INTERVAL '1' MINUTE))
  GROUP BY window_start, window_end
  EMIT ON WATERMARK;
INSERT INTO ended
  SELECT window_start, window_end, COUNT(*)
  FROM TABLE(TUMBLE((SELECT ts FROM t WHERE a = 1 UNION ALL SELECT ts FROM t WHERE a = 2), DESCRIPTOR(ts), INTERVAL '1' HOUR))
  GROUP BY window_start, window_end;
SELECT window_start, SUM(n)
  FROM TABLE(TUMBLE((SELECT b, MAX(ts) AS last, COUNT(*) AS n FROM t GROUP BY b), DESCRIPTOR(last), INTERVAL '1' HOUR))
  GROUP BY window_start, window_end;
CREATE TABLE quiet (ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
  WITH ('connector' = 'log', 'scan.watermark.idle-timeout' = '30 s');
SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE quiet, DESCRIPTOR(ts), INTERVAL '1' HOUR))
  GROUP BY window_start, window_end;
