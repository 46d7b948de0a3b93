-- The topic of the user database; the same envelope as ods_mall.
CREATE TABLE ods.ods_crm (
  `database` STRING COMMENT 'source database',
  `table`    STRING COMMENT 'source table',
  `type`     STRING COMMENT 'INSERT, UPDATE, DELETE, or a kind of DDL',
  ts         BIGINT COMMENT 'Canal''s clock, milliseconds',
  es         BIGINT COMMENT 'binlog time, milliseconds in whole seconds',
  pkNames    ARRAY<STRING>,
  data       ARRAY<MAP<STRING, STRING>>,
  `old`      ARRAY<MAP<STRING, STRING>>,
  isDdl      BOOLEAN,
  `sql`      STRING,
  row_tag    BYTES METADATA VIRTUAL COMMENT 'where the message stands: generation, partition, offset, idx'
) COMMENT 'change log of database crm'
WITH (
  'connector' = 'kafka',
  'topic' = 'ods_crm',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'canal-json',
  'canal-json.envelope' = 'true'
);
