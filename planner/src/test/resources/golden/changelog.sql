CREATE TABLE raw (
  `database` STRING, `table` STRING, `type` STRING, es BIGINT, data ARRAY<MAP<STRING, STRING>>, `old` ARRAY<MAP<STRING, STRING>>,
  tag BYTES METADATA FROM 'row_tag' VIRTUAL
) WITH ('connector' = 'filesystem', 'format' = 'canal-json', 'canal-json.envelope' = 'true');
CREATE TABLE orders (id BIGINT, amount DECIMAL(10, 2), es BIGINT, PRIMARY KEY (id) NOT ENFORCED)
  WITH ('connector' = 'filesystem', 'format' = 'canal-json');
INSERT INTO orders
  SELECT CAST(row_data['id'] AS BIGINT), CAST(row_data['amount'] AS DECIMAL(10, 2)), es
  FROM FROM_CHANGELOG(
    input => TABLE raw, op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
    database_name => 'shop', table_name => 'order_info', key => 'id');
SELECT row_data['kind'], COUNT(*)
  FROM FROM_CHANGELOG(input => TABLE raw, op => DESCRIPTOR(`type`), data => DESCRIPTOR(data))
  GROUP BY row_data['kind'];
