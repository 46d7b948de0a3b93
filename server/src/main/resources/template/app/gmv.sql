-- APP: what people look at.
CREATE TABLE app.app_gmv (
  province STRING,
  orders   BIGINT,
  amount   DECIMAL(38, 2),
  PRIMARY KEY (province) NOT ENFORCED
) COMMENT 'paid orders by province'
WITH ('connector' = 'jdbc', 'url' = 'jdbc:h2:file:${warehouse}/data/app/shop', 'table-name' = 'app_gmv');

INSERT INTO app.app_gmv
SELECT province, COUNT(*), SUM(amount)
FROM dws.dws_orders
WHERE status = 'paid' AND province IS NOT NULL
GROUP BY province;
