-- Joined and summed up, to MySQL.
SET 'execution.checkpointing.interval' = '200ms';
SET 'parallelism.default' = '2';

CREATE TABLE dws.order_wide (
  order_id BIGINT, status STRING, amount DECIMAL(16, 2), user_level STRING, lines BIGINT, total DECIMAL(20, 2),
  PRIMARY KEY (order_id) NOT ENFORCED)
WITH (
  'connector' = 'kafka', 'topic' = 'dws_$SHOP_order_wide', 'properties.bootstrap.servers' = '$SERVERS', 'format' = 'canal-json');

CREATE TABLE app.sales_by_level (
  user_level STRING, orders BIGINT, amount DECIMAL(20, 2), total DECIMAL(20, 2), PRIMARY KEY (user_level) NOT ENFORCED)
WITH (
  'connector' = 'mysql', 'url' = 'jdbc:mysql://$MYSQL/app_$SHOP', 'username' = 'alluvium', 'password' = '${file:secret}',
  'table-name' = 'sales_by_level');

CREATE TABLE app.order_status (
  status STRING, orders BIGINT, lines BIGINT, greatest DECIMAL(16, 2), PRIMARY KEY (status) NOT ENFORCED)
WITH (
  'connector' = 'mysql', 'url' = 'jdbc:mysql://$MYSQL/app_$SHOP', 'username' = 'alluvium', 'password' = '${file:secret}',
  'table-name' = 'order_status');

CREATE JOB dws_trade AS INSERT INTO dws.order_wide
SELECT o.id, o.status, o.amount, COALESCE(u.level, '?'), COALESCE(l.lines, 0), l.total
FROM dwd.orders AS o
LEFT JOIN dwd.users AS u ON o.user_id = u.id
LEFT JOIN (
  SELECT order_id, COUNT(*) AS lines, CAST(SUM(price * pieces) AS DECIMAL(20, 2)) AS total
  FROM dwd.order_lines GROUP BY order_id) AS l ON o.id = l.order_id;

CREATE JOB app_trade AS STATEMENT SET BEGIN
INSERT INTO app.sales_by_level
SELECT user_level, COUNT(*), CAST(SUM(amount) AS DECIMAL(20, 2)), CAST(SUM(total) AS DECIMAL(20, 2))
FROM dws.order_wide GROUP BY user_level;
INSERT INTO app.order_status
SELECT status, COUNT(*), SUM(lines), MAX(amount) FROM dws.order_wide GROUP BY status;
END;
