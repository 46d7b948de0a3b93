-- ODS: the topic of the source database as Canal wrote it, nothing altered.
CREATE TABLE ods.ods_shop (
  `database` STRING,
  `table`    STRING,
  `type`     STRING,
  es         BIGINT,
  data       ARRAY<MAP<STRING, STRING>>,
  `old`      ARRAY<MAP<STRING, STRING>>
) COMMENT 'change log of database shop'
WITH (
  'connector' = 'filesystem',
  'path' = 'data/ods/shop',
  'format' = 'canal-json',
  'canal-json.envelope' = 'true'
);
