SET 'pipeline.name' = 'cities';
INSERT INTO dwd.city VALUES (1, 'Oslo', 1);
