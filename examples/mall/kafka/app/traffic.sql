-- Traffic figures, beside the trade figures in MySQL.

CREATE TABLE app.app_uv_minute (
  window_start TIMESTAMP(3),
  window_end   TIMESTAMP(3),
  pv           BIGINT,
  uv           BIGINT,
  PRIMARY KEY (window_start, window_end) NOT ENFORCED
) COMMENT 'pages and devices a minute, late lines left out'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_uv_minute'
);

CREATE TABLE app.app_user_day (
  visit_date      DATE,
  users           BIGINT,
  new_users       BIGINT COMMENT 'seen on no day before',
  returning_users BIGINT,
  PRIMARY KEY (visit_date) NOT ENFORCED
) COMMENT 'new and returning users a day'
WITH (
  'connector' = 'mysql',
  'url' = 'jdbc:mysql://${env:MALL_MYSQL}/mall_app',
  'username' = '${env:MALL_MYSQL_USER}',
  'password' = '${env:MALL_MYSQL_PASSWORD}',
  'table-name' = 'app_user_day'
);

SET 'pipeline.name' = 'app_traffic';

EXECUTE STATEMENT SET
BEGIN

INSERT INTO app.app_uv_minute
SELECT window_start, window_end, pv, uv
FROM dws.dws_visit_minute;

INSERT INTO app.app_user_day
WITH first_seen AS (
  SELECT user_id, MIN(visit_date) AS first_date
  FROM dws.dws_user_day
  GROUP BY user_id
)
SELECT
  d.visit_date,
  COUNT(*),
  COUNT(*) FILTER (WHERE d.visit_date = f.first_date),
  COUNT(*) FILTER (WHERE d.visit_date > f.first_date)
FROM dws.dws_user_day AS d
JOIN first_seen AS f ON d.user_id = f.user_id
GROUP BY d.visit_date;

END;

RESET 'pipeline.name';
