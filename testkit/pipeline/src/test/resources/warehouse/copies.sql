-- From Canal's topic to a table of DWD for each table of MySQL; $SERVERS, $MYSQL, $TABLES are the test's, $SHOP names database and topics.
SET 'execution.checkpointing.interval' = '200ms';
SET 'parallelism.default' = '2';

CREATE TABLES IN ods FROM DATABASE $SHOP INCLUDING ($TABLES)
USING ('connector' = 'mysql', 'url' = 'jdbc:mysql://$MYSQL/', 'username' = 'alluvium', 'password' = '${file:secret}')
WITH (
  'connector' = 'kafka', 'topic' = 'ods_{database}', 'properties.bootstrap.servers' = '$SERVERS',
  'format' = 'canal-json', 'canal-json.table.include' = '{table}', 'canal-json.enum' = 'label',
  'canal-json.zone' = 'UTC', 'canal-json.zero-date' = 'null');

CREATE TABLES IN dwd FROM DATABASE $SHOP INCLUDING ($TABLES)
USING ('connector' = 'mysql', 'url' = 'jdbc:mysql://$MYSQL/', 'username' = 'alluvium', 'password' = '${file:secret}')
WITH (
  'connector' = 'kafka', 'topic' = 'dwd_{database}_{table}', 'properties.bootstrap.servers' = '$SERVERS',
  'format' = 'canal-json', 'canal-json.zone' = 'UTC')
AS JOB dwd_$SHOP FROM ods;

-- The tables of DWD as MySQL is to hold them, beside those of the source.
CREATE TABLES IN app AS 'copy_{table}' FROM DATABASE $SHOP INCLUDING ($TABLES)
USING ('connector' = 'mysql', 'url' = 'jdbc:mysql://$MYSQL/', 'username' = 'alluvium', 'password' = '${file:secret}')
WITH (
  'connector' = 'mysql', 'url' = 'jdbc:mysql://$MYSQL/app_{database}', 'username' = 'alluvium', 'password' = '${file:secret}',
  'table-name' = '{table}')
AS JOB copies FROM dwd;
