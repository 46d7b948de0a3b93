-- Trade, widened: orders with what was paid for them and where they go; order lines with order, buyer, goods and province;
-- comments of finished orders with the goods they are about.

CREATE TABLE dws.dws_order (
  order_id      BIGINT,
  user_id       BIGINT,
  province_id   INT,
  province_name STRING,
  region_name   STRING,
  order_status  STRING,
  total_amount  DECIMAL(16, 2),
  create_time   TIMESTAMP(0),
  paid_amount   DECIMAL(20, 2) COMMENT 'NULL while nothing is paid',
  pay_time      TIMESTAMP(0) COMMENT 'first payment',
  PRIMARY KEY (order_id) NOT ENFORCED
) COMMENT 'orders with their payments'
WITH (
  'connector' = 'kafka',
  'topic' = 'dws_order',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dws.dws_order_wide (
  detail_id     BIGINT,
  order_id      BIGINT,
  order_status  STRING,
  create_time   TIMESTAMP(0),
  user_id       BIGINT,
  user_name     STRING,
  user_level    STRING,
  province_id   INT,
  province_name STRING,
  sku_id        INT,
  sku_name      STRING,
  category_name STRING,
  sku_num       INT,
  order_price   DECIMAL(10, 2),
  detail_amount DECIMAL(16, 2),
  PRIMARY KEY (detail_id) NOT ENFORCED
) COMMENT 'order lines, wide'
WITH (
  'connector' = 'kafka',
  'topic' = 'dws_order_wide',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dws.dws_comment_wide (
  comment_id    BIGINT,
  sku_id        INT,
  sku_name      STRING,
  category_name STRING,
  appraise      STRING,
  has_text      BOOLEAN,
  create_time   TIMESTAMP(0),
  PRIMARY KEY (comment_id) NOT ENFORCED
) COMMENT 'comments of finished orders'
WITH (
  'connector' = 'kafka',
  'topic' = 'dws_comment_wide',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

SET 'pipeline.name' = 'dws_trade';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO dws.dws_order
WITH order_payment AS (
  SELECT order_id, SUM(total_amount) AS paid_amount, MIN(callback_time) AS pay_time
  FROM dwd.dwd_payment_info
  GROUP BY order_id
)
SELECT
  o.id,
  o.user_id,
  o.province_id,
  COALESCE(p.name, '未知'),
  p.region_name,
  o.order_status,
  o.total_amount,
  o.create_time,
  CAST(pay.paid_amount AS DECIMAL(20, 2)),
  pay.pay_time
FROM dwd.dwd_order_info AS o
LEFT JOIN order_payment AS pay ON o.id = pay.order_id
LEFT JOIN dim.dim_province AS p ON o.province_id = p.id;

INSERT INTO dws.dws_order_wide
SELECT
  d.id,
  d.order_id,
  o.order_status,
  o.create_time,
  o.user_id,
  u.user_name,
  COALESCE(u.user_level, '未知'),
  o.province_id,
  COALESCE(p.name, '未知'),
  d.sku_id,
  s.sku_name,
  s.category_name,
  d.sku_num,
  d.order_price,
  CAST(d.order_price * d.sku_num AS DECIMAL(16, 2))
FROM dwd.dwd_order_detail AS d
JOIN dwd.dwd_order_info AS o ON d.order_id = o.id
LEFT JOIN dim.dim_user AS u ON o.user_id = u.id
LEFT JOIN dim.dim_sku AS s ON d.sku_id = s.id
LEFT JOIN dim.dim_province AS p ON o.province_id = p.id;

INSERT INTO dws.dws_comment_wide
SELECT
  c.id,
  c.sku_id,
  s.sku_name,
  s.category_name,
  c.appraise,
  CHAR_LENGTH(COALESCE(c.comment_txt, '')) > 0,
  c.create_time
FROM dwd.dwd_comment_info AS c
LEFT JOIN dim.dim_sku AS s ON c.sku_id = s.id
WHERE EXISTS (SELECT 1 FROM dwd.dwd_order_info AS o WHERE o.id = c.order_id AND o.order_status = '1004');

END;

RESET 'pipeline.name';
