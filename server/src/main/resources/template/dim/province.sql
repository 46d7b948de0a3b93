-- DIM: names for the ids.
CREATE TABLE dim.dim_province (
  id   INT,
  name STRING,
  PRIMARY KEY (id) NOT ENFORCED
) COMMENT 'provinces'
WITH ('connector' = 'filesystem', 'path' = 'data/dim/dim_province', 'format' = 'canal-json');

INSERT INTO dim.dim_province
SELECT CAST(row_data['id'] AS INT), row_data['name']
FROM FROM_CHANGELOG(
  input => TABLE ods.ods_shop,
  op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'shop', table_name => 'base_province', key => 'id');
