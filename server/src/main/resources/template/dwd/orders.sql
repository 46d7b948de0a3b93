-- DWD: one table a source table, typed, always the current rows.
CREATE TABLE dwd.dwd_orders (
  id          BIGINT,
  province_id INT,
  amount      DECIMAL(10, 2),
  status      STRING,
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'orders'
WITH ('connector' = 'filesystem', 'path' = 'data/dwd/dwd_orders', 'format' = 'canal-json');

SET 'pipeline.name' = 'dwd_shop';

INSERT INTO dwd.dwd_orders
SELECT
  CAST(row_data['id'] AS BIGINT),
  CAST(row_data['province_id'] AS INT),
  CAST(row_data['amount'] AS DECIMAL(10, 2)),
  row_data['status']
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_shop,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'shop', table_name => 'orders', key => 'id');

RESET 'pipeline.name';
