-- DIM: names for the ids.
CREATE TABLE dim.dim_province (
  id   INT,
  name STRING
) COMMENT 'provinces'
WITH ('connector' = 'filesystem', 'path' = 'data/dim/province.json', 'format' = 'json');
