-- Tables and job of a warehouse, as they run in earnest: ';' in a comment does not count.
CREATE TABLE ods.topic (
  `database` STRING, `table` STRING, `type` STRING,
  data ARRAY<MAP<STRING, STRING>>, `old` ARRAY<MAP<STRING, STRING>>,
  row_tag BYTES METADATA VIRTUAL)
WITH ('connector' = 'filesystem', 'path' = '${warehouse}/ods', 'format' = 'canal-json', 'canal-json.envelope' = 'true');

CREATE TABLE dwd.city (id INT, name STRING, people BIGINT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'jdbc', 'url' = 'jdbc:h2:mem:x', 'table-name' = 'city');

SET 'pipeline.name' = 'cities';
SET 'parallelism.default' = '2';

INSERT INTO dwd.city
SELECT CAST(row_data['id'] AS INT), row_data['name'], CAST(row_data['people'] AS BIGINT)
FROM FROM_CHANGELOG(
  input => TABLE ods.topic, op => DESCRIPTOR(`type`), data => DESCRIPTOR(data), old => DESCRIPTOR(`old`),
  database_name => 'atlas', table_name => 'city', key => 'id');

RESET 'pipeline.name';
