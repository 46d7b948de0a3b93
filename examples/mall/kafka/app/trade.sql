-- What the shop looks at: tables in MySQL, ready for a dashboard.

CREATE TABLE app.app_gmv_minute_province (
  pay_minute    STRING,
  province_id   INT,
  province_name STRING,
  orders        BIGINT,
  gmv           DECIMAL(20, 2),
  PRIMARY KEY (pay_minute, province_id) NOT ENFORCED
) COMMENT 'what was paid, by minute of payment and province'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_gmv_minute_province'
);

CREATE TABLE app.app_order_funnel_day (
  order_date   DATE,
  created      BIGINT,
  paid         BIGINT,
  finished     BIGINT,
  cancelled    BIGINT,
  order_amount DECIMAL(20, 2),
  paid_amount  DECIMAL(20, 2),
  PRIMARY KEY (order_date) NOT ENFORCED
) COMMENT 'how far the orders of a day have come'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_order_funnel_day'
);

CREATE TABLE app.app_top_sku (
  rank_no  BIGINT,
  sku_id   INT,
  sku_name STRING,
  pieces   BIGINT,
  amount   DECIMAL(20, 2),
  PRIMARY KEY (rank_no) NOT ENFORCED
) COMMENT 'the ten goods that sell best'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_top_sku'
);

CREATE TABLE app.app_sales_by_level (
  user_level STRING,
  orders     BIGINT,
  buyers     BIGINT,
  amount     DECIMAL(20, 2),
  PRIMARY KEY (user_level) NOT ENFORCED
) COMMENT 'sales by level of the buyer, as the level is now'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_sales_by_level'
);

CREATE TABLE app.app_sku_comment (
  sku_id    INT,
  sku_name  STRING,
  comments  BIGINT,
  good      BIGINT,
  bad       BIGINT,
  with_text BIGINT,
  PRIMARY KEY (sku_id) NOT ENFORCED
) COMMENT 'what buyers say about goods with five comments and more'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_sku_comment'
);

SET 'pipeline.name' = 'app_trade';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO app.app_gmv_minute_province
SELECT
  DATE_FORMAT(pay_time, 'yyyy-MM-dd HH:mm'),
  province_id,
  MAX(province_name),
  COUNT(*),
  CAST(SUM(paid_amount) AS DECIMAL(20, 2))
FROM dws.dws_order
WHERE pay_time IS NOT NULL AND order_status <> '1003'
GROUP BY DATE_FORMAT(pay_time, 'yyyy-MM-dd HH:mm'), province_id;

INSERT INTO app.app_order_funnel_day
SELECT
  CAST(create_time AS DATE),
  COUNT(*),
  COUNT(*) FILTER (WHERE paid_amount IS NOT NULL),
  COUNT(*) FILTER (WHERE order_status = '1004'),
  COUNT(*) FILTER (WHERE order_status = '1003'),
  CAST(SUM(total_amount) AS DECIMAL(20, 2)),
  CAST(SUM(paid_amount) AS DECIMAL(20, 2))
FROM dws.dws_order
GROUP BY CAST(create_time AS DATE);

INSERT INTO app.app_top_sku
WITH sold AS (
  SELECT
    sku_id,
    MAX(sku_name) AS sku_name,
    CAST(SUM(sku_num) AS BIGINT) AS pieces,
    CAST(SUM(detail_amount) AS DECIMAL(20, 2)) AS amount
  FROM dws.dws_order_wide
  WHERE order_status IN ('1002', '1004')
  GROUP BY sku_id
),
ranked AS (
  SELECT *, ROW_NUMBER() OVER (ORDER BY amount DESC, sku_id) AS rank_no
  FROM sold
)
SELECT rank_no, sku_id, sku_name, pieces, amount
FROM ranked
WHERE rank_no <= 10;

INSERT INTO app.app_sales_by_level
SELECT
  user_level,
  COUNT(DISTINCT order_id),
  COUNT(DISTINCT user_id),
  CAST(SUM(detail_amount) AS DECIMAL(20, 2))
FROM dws.dws_order_wide
WHERE order_status IN ('1002', '1004')
GROUP BY user_level;

INSERT INTO app.app_sku_comment
SELECT
  sku_id,
  MAX(sku_name),
  COUNT(*),
  COUNT(*) FILTER (WHERE appraise = 'good'),
  COUNT(*) FILTER (WHERE appraise = 'bad'),
  COUNT(*) FILTER (WHERE has_text)
FROM dws.dws_comment_wide
GROUP BY sku_id
HAVING COUNT(*) >= 5;

END;

RESET 'pipeline.name';
