-- Traffic, lightly summed up: visits a minute by event time, and the days on which each user was seen.

CREATE TABLE dws.dws_visit_minute (
  window_start TIMESTAMP(3),
  window_end   TIMESTAMP(3),
  pv           BIGINT COMMENT 'pages seen',
  uv           BIGINT COMMENT 'devices seen',
  PRIMARY KEY (window_start, window_end) NOT ENFORCED
) COMMENT 'visits a minute'
WITH (
  'connector' = 'kafka',
  'topic' = 'dws_visit_minute',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dws.dws_user_day (
  user_id    BIGINT,
  visit_date DATE,
  events     BIGINT,
  PRIMARY KEY (user_id, visit_date) NOT ENFORCED
) COMMENT 'days on which a user was seen'
WITH (
  'connector' = 'kafka',
  'topic' = 'dws_user_day',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

SET 'pipeline.name' = 'dws_traffic';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO dws.dws_visit_minute
SELECT window_start, window_end, COUNT(*), COUNT(DISTINCT device_id)
FROM TABLE(TUMBLE(TABLE dwd.dwd_page_log, DESCRIPTOR(event_time), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end;

INSERT INTO dws.dws_user_day
WITH seen AS (
  SELECT user_id, CAST(event_time AS DATE) AS visit_date FROM dwd.dwd_start_log WHERE user_id IS NOT NULL
  UNION ALL
  SELECT user_id, CAST(event_time AS DATE) AS visit_date FROM dwd.dwd_page_log WHERE user_id IS NOT NULL
)
SELECT user_id, visit_date, COUNT(*)
FROM seen
GROUP BY user_id, visit_date;

END;

RESET 'pipeline.name';
