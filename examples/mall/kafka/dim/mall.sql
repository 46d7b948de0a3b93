-- Dimensions: what the wide tables look up. Personal data ends here: phone numbers are masked, e-mail addresses stay behind.

CREATE TABLE dim.dim_user (
  id         BIGINT,
  user_name  STRING,
  user_level STRING,
  phone      STRING COMMENT 'masked',
  gender     STRING,
  is_vip     BOOLEAN,
  age_group  STRING COMMENT 'by decade of birth',
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'users'
WITH (
  'connector' = 'kafka',
  'topic' = 'dim_user',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dim.dim_sku (
  id            INT,
  sku_name      STRING,
  category_name STRING,
  price         DECIMAL(10, 2),
  promo_text    STRING,
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'goods'
WITH (
  'connector' = 'kafka',
  'topic' = 'dim_sku',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

CREATE TABLE dim.dim_province (
  id          INT,
  name        STRING,
  region_name STRING,
  iso_code    STRING,
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'provinces'
WITH (
  'connector' = 'kafka',
  'topic' = 'dim_province',
  'properties.bootstrap.servers' = '${env:MALL_KAFKA}',
  'format' = 'canal-json'
);

SET 'pipeline.name' = 'dim_mall';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO dim.dim_user
SELECT
  id,
  CASE WHEN nick_name IS NULL OR nick_name = '' THEN login_name ELSE nick_name END,
  user_level,
  CONCAT(SUBSTRING(phone, 1, 3), '****', SUBSTRING(phone, 8)),
  gender,
  is_vip,
  COALESCE(CONCAT(SUBSTRING(DATE_FORMAT(CAST(birthday AS TIMESTAMP(0)), 'yyyy'), 1, 3), '0s'), 'unknown')
FROM dwd.dwd_user_info;

INSERT INTO dim.dim_sku
SELECT id, sku_name, category_name, price, promo_text
FROM dwd.dwd_sku_info;

INSERT INTO dim.dim_province
SELECT id, name, region_name, UPPER(iso_code)
FROM dwd.dwd_base_province;

END;

RESET 'pipeline.name';
