-- The changes of one MySQL table, kept by key.
CREATE TEMPORARY TABLE canal_log (
  id BIGINT,
  user_id BIGINT,
  sku_name STRING,
  amount DECIMAL(16, 2),
  status STRING,
  create_time TIMESTAMP(0),
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'canal-log', 'format' = 'canal-json', ${log});

CREATE TEMPORARY TABLE canal_keyed (
  id BIGINT,
  user_id BIGINT,
  sku_name STRING,
  amount DECIMAL(16, 2),
  status STRING,
  create_time TIMESTAMP(0),
  PRIMARY KEY (id) NOT ENFORCED
) WITH (${sink});

INSERT INTO canal_keyed SELECT * FROM canal_log;
