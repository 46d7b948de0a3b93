-- The topic of the trade database, split by source table: typed columns, a current row a key. One job parses the topic once.

CREATE TABLE dwd.dwd_order_info (
  id           BIGINT,
  user_id      BIGINT,
  province_id  INT,
  order_status STRING COMMENT '1001 created, 1002 paid, 1003 cancelled, 1004 finished, 1005 returned',
  total_amount DECIMAL(16, 2),
  create_time  TIMESTAMP(0),
  operate_time TIMESTAMP(0),
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'orders'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_order_info',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dwd.dwd_order_detail (
  id          BIGINT,
  order_id    BIGINT,
  sku_id      INT,
  sku_num     INT,
  order_price DECIMAL(10, 2),
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'order lines'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_order_detail',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dwd.dwd_payment_info (
  id            BIGINT,
  order_id      BIGINT,
  payment_type  STRING,
  total_amount  DECIMAL(16, 2),
  callback_time TIMESTAMP(0),
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'payments; an order may have several'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_payment_info',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dwd.dwd_comment_info (
  id           BIGINT,
  user_id      BIGINT,
  sku_id       INT,
  order_id     BIGINT,
  appraise     STRING COMMENT 'good, medium, bad, default',
  comment_txt  STRING,
  create_time  TIMESTAMP(0),
  operate_time TIMESTAMP(0),
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'comments on goods'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_comment_info',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dwd.dwd_sku_info (
  id            INT,
  sku_name      STRING,
  category_name STRING,
  price         DECIMAL(10, 2),
  is_sale       BOOLEAN,
  promo_text    STRING COMMENT 'a column that the source got during the sale',
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'goods'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_sku_info',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dwd.dwd_base_province (
  id          INT,
  name        STRING,
  region_name STRING,
  area_code   STRING,
  iso_code    STRING,
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'provinces'
WITH (
  'connector' = 'kafka',
  'topic' = 'dwd_base_province',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

SET 'pipeline.name' = 'dwd_mall';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO dwd.dwd_order_info
SELECT
  CAST(row_data['id'] AS BIGINT),
  CAST(row_data['user_id'] AS BIGINT),
  CAST(row_data['province_id'] AS INT),
  row_data['order_status'],
  CAST(row_data['total_amount'] AS DECIMAL(16, 2)),
  CAST(row_data['create_time'] AS TIMESTAMP(0)),
  CAST(row_data['operate_time'] AS TIMESTAMP(0))
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_mall,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'mall', table_name => 'order_info', key => 'id');

INSERT INTO dwd.dwd_order_detail
SELECT
  CAST(row_data['id'] AS BIGINT),
  CAST(row_data['order_id'] AS BIGINT),
  CAST(row_data['sku_id'] AS INT),
  CAST(row_data['sku_num'] AS INT),
  CAST(row_data['order_price'] AS DECIMAL(10, 2))
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_mall,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'mall', table_name => 'order_detail', key => 'id');

INSERT INTO dwd.dwd_payment_info
SELECT
  CAST(row_data['id'] AS BIGINT),
  CAST(row_data['order_id'] AS BIGINT),
  row_data['payment_type'],
  CAST(row_data['total_amount'] AS DECIMAL(16, 2)),
  CAST(row_data['callback_time'] AS TIMESTAMP(0))
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_mall,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'mall', table_name => 'payment_info', key => 'id');

INSERT INTO dwd.dwd_comment_info
SELECT
  CAST(row_data['id'] AS BIGINT),
  CAST(row_data['user_id'] AS BIGINT),
  CAST(row_data['sku_id'] AS INT),
  CAST(row_data['order_id'] AS BIGINT),
  CASE row_data['appraise']
    WHEN '1201' THEN 'good'
    WHEN '1202' THEN 'medium'
    WHEN '1203' THEN 'bad'
    ELSE 'default'
  END,
  row_data['comment_txt'],
  CAST(row_data['create_time'] AS TIMESTAMP(0)),
  CAST(row_data['operate_time'] AS TIMESTAMP(0))
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_mall,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'mall', table_name => 'comment_info', key => 'id');

INSERT INTO dwd.dwd_sku_info
SELECT
  CAST(row_data['id'] AS INT),
  row_data['sku_name'],
  row_data['category_name'],
  CAST(row_data['price'] AS DECIMAL(10, 2)),
  row_data['is_sale'] = '1',
  row_data['promo_text']
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_mall,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'mall', table_name => 'sku_info', key => 'id');

INSERT INTO dwd.dwd_base_province
SELECT
  CAST(row_data['id'] AS INT),
  row_data['name'],
  row_data['region_name'],
  row_data['area_code'],
  row_data['iso_code']
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_mall,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'mall', table_name => 'base_province', key => 'id');

END;

RESET 'pipeline.name';
