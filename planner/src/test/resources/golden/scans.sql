CREATE TABLE t (
  id BIGINT, ms BIGINT, v STRING,
  happened AS TO_TIMESTAMP_LTZ(ms, 3), `partition` BIGINT METADATA VIRTUAL, o BIGINT METADATA FROM 'offset' VIRTUAL, unused AS UPPER(v),
  WATERMARK FOR happened AS happened - INTERVAL '1' MINUTE
) WITH ('connector' = 'log');
SELECT `partition`, COUNT(*) FROM t WHERE o > 3 GROUP BY `partition`;
SELECT happened FROM t;
SELECT window_end, MAX(id) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(happened), INTERVAL '1' HOUR, INTERVAL '10' MINUTE))
  GROUP BY window_end;
