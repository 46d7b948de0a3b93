-- The application's log, a JSON line for each start, page and action. What every line has stands in "common"; objects are kept
-- as their JSON text. A line that is not JSON, or whose ts is not a number, becomes a dead letter.
CREATE TABLE ods.ods_log (
  common  STRING COMMENT '{device, user, os, version}',
  `start` STRING COMMENT '{entry, loading_ms} or NULL',
  page    STRING COMMENT '{name, from, item, stay_ms} or NULL',
  action  STRING COMMENT '{name, item} or NULL',
  ts      BIGINT COMMENT 'time on the phone, milliseconds since 1970',
  row_tag BYTES METADATA VIRTUAL
) COMMENT 'application log lines'
WITH (
  'connector' = 'kafka',
  'topic' = 'ods_log',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);
