-- DWS: orders with the name of their province.
CREATE TABLE dws.dws_orders (
  id       BIGINT,
  province STRING,
  amount   DECIMAL(10, 2),
  status   STRING,
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'orders with province'
WITH ('connector' = 'filesystem', 'path' = 'data/dws/dws_orders', 'format' = 'canal-json');

INSERT INTO dws.dws_orders
SELECT o.id, p.name, o.amount, o.status
FROM dwd.dwd_orders AS o
LEFT JOIN dim.dim_province AS p ON o.province_id = p.id;
