-- Users. MySQL's ENUM arrives as the ordinal of its label, a zero date as '0000-00-00' (which is no date: NULL here).

CREATE TABLE dwd.dwd_user_info (
  id           BIGINT,
  login_name   STRING,
  nick_name    STRING,
  user_level   STRING,
  phone        STRING,
  email        STRING,
  gender       STRING COMMENT 'M, F, U unknown',
  is_vip       BOOLEAN,
  birthday     DATE,
  create_time  TIMESTAMP(0),
  operate_time TIMESTAMP(0),
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'users'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_user_info',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

SET 'pipeline.name' = 'dwd_crm';

INSERT INTO dwd.dwd_user_info
SELECT
  CAST(row_data['id'] AS BIGINT),
  row_data['login_name'],
  row_data['nick_name'],
  CASE row_data['user_level'] WHEN '1' THEN '普通' WHEN '2' THEN '白银' WHEN '3' THEN '黄金' WHEN '4' THEN '钻石' END,
  row_data['phone'],
  LOWER(row_data['email']),
  COALESCE(row_data['gender'], 'U'),
  row_data['is_vip'] = '1',
  TRY_CAST(row_data['birthday'] AS DATE),
  CAST(row_data['create_time'] AS TIMESTAMP(0)),
  CAST(row_data['operate_time'] AS TIMESTAMP(0))
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_crm,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'crm', table_name => 'user_info', key => 'id');

RESET 'pipeline.name';
