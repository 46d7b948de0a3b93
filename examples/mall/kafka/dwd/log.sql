-- The log, split into starts, pages and actions. Lines without device or time are cleaned away. These tables only grow, so they
-- have event time and a watermark: a page that arrives more than five seconds late is late for its window.

CREATE TABLE dwd.dwd_start_log (
  device_id  STRING,
  user_id    BIGINT COMMENT 'NULL for guests',
  os         STRING,
  version    STRING,
  entry      STRING,
  loading_ms BIGINT,
  event_time TIMESTAMP(3),
  WATERMARK FOR event_time AS event_time - INTERVAL '5' SECOND
) COMMENT 'starts of the app'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_start_log',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'json'
);

CREATE TABLE dwd.dwd_page_log (
  device_id  STRING,
  user_id    BIGINT COMMENT 'NULL for guests',
  os         STRING,
  version    STRING,
  page_name  STRING,
  from_page  STRING,
  item       STRING,
  stay_ms    BIGINT,
  event_time TIMESTAMP(3),
  WATERMARK FOR event_time AS event_time - INTERVAL '5' SECOND
) COMMENT 'pages seen'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_page_log',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'json'
);

CREATE TABLE dwd.dwd_action_log (
  device_id   STRING,
  user_id     BIGINT COMMENT 'NULL for guests',
  action_name STRING,
  sku_id      INT,
  event_time  TIMESTAMP(3),
  WATERMARK FOR event_time AS event_time - INTERVAL '5' SECOND
) COMMENT 'things done on a page'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_action_log',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'json'
);

-- Phones report milliseconds since 1970; the shop counts its minutes and days in Beijing time.
SET 'table.local-time-zone' = 'Asia/Shanghai';
SET 'pipeline.name' = 'dwd_log';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO dwd.dwd_start_log
SELECT
  JSON_VALUE(common, '$.device'),
  TRY_CAST(JSON_VALUE(common, '$.user') AS BIGINT),
  JSON_VALUE(common, '$.os'),
  JSON_VALUE(common, '$.version'),
  JSON_VALUE(`start`, '$.entry'),
  TRY_CAST(JSON_VALUE(`start`, '$.loading_ms') AS BIGINT),
  CAST(TO_TIMESTAMP_LTZ(ts, 3) AS TIMESTAMP(3))
FROM ods.ods_log
WHERE `start` IS NOT NULL AND JSON_VALUE(common, '$.device') IS NOT NULL AND ts IS NOT NULL;

INSERT INTO dwd.dwd_page_log
SELECT
  JSON_VALUE(common, '$.device'),
  TRY_CAST(JSON_VALUE(common, '$.user') AS BIGINT),
  JSON_VALUE(common, '$.os'),
  JSON_VALUE(common, '$.version'),
  JSON_VALUE(page, '$.name'),
  JSON_VALUE(page, '$.from'),
  JSON_VALUE(page, '$.item'),
  TRY_CAST(JSON_VALUE(page, '$.stay_ms') AS BIGINT),
  CAST(TO_TIMESTAMP_LTZ(ts, 3) AS TIMESTAMP(3))
FROM ods.ods_log
WHERE page IS NOT NULL AND JSON_VALUE(common, '$.device') IS NOT NULL AND ts IS NOT NULL;

INSERT INTO dwd.dwd_action_log
SELECT
  JSON_VALUE(common, '$.device'),
  TRY_CAST(JSON_VALUE(common, '$.user') AS BIGINT),
  JSON_VALUE(action, '$.name'),
  TRY_CAST(JSON_VALUE(action, '$.item') AS INT),
  CAST(TO_TIMESTAMP_LTZ(ts, 3) AS TIMESTAMP(3))
FROM ods.ods_log
WHERE action IS NOT NULL AND JSON_VALUE(common, '$.device') IS NOT NULL AND ts IS NOT NULL;

END;

RESET 'pipeline.name';
