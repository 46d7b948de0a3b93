CREATE DATABASE shop DEFAULT CHARACTER SET utf8mb4
CREATE TABLE shop.users (id BIGINT NOT NULL AUTO_INCREMENT COMMENT '会员号', name VARCHAR(64), level ENUM('普通', '白银', '黄金') COMMENT 'as it is now', is_vip TINYINT(1) NOT NULL DEFAULT 0, balance DECIMAL(16, 2) DEFAULT '0.00', birthday DATE, created DATETIME DEFAULT CURRENT_TIMESTAMP, touched TIMESTAMP(3) NULL, PRIMARY KEY (id)) COMMENT 'users'
CREATE TABLE shop.orders (id BIGINT NOT NULL, user_id BIGINT, status VARCHAR(20), amount DECIMAL(16, 2), placed DATETIME(6), version INT NOT NULL DEFAULT 0, PRIMARY KEY (id))
CREATE TABLE shop.order_lines (order_id BIGINT NOT NULL, line INT UNSIGNED NOT NULL, sku_id INT, pieces SMALLINT UNSIGNED, price DECIMAL(10, 2), PRIMARY KEY (order_id, line))
CREATE TABLE shop.generated (a INT PRIMARY KEY, b INT GENERATED ALWAYS AS (a * 2) STORED, c INT GENERATED ALWAYS AS (a + 1) VIRTUAL)
CREATE TABLE shop.all_types (id INT NOT NULL, c_bool TINYINT(1), c_tiny TINYINT, c_utiny TINYINT UNSIGNED, c_small SMALLINT, c_usmall SMALLINT UNSIGNED, c_med MEDIUMINT, c_umed MEDIUMINT UNSIGNED, c_int INT, c_uint INT UNSIGNED, c_intz INT(10) UNSIGNED ZEROFILL, c_big BIGINT, c_ubig BIGINT UNSIGNED, c_dec DECIMAL(38, 10), c_dec0 DECIMAL(10, 0), c_float FLOAT, c_double DOUBLE, c_float73 FLOAT(7, 3), c_bit1 BIT(1), c_bit8 BIT(8), c_bit64 BIT(64), c_date DATE, c_time TIME, c_time6 TIME(6), c_dt DATETIME, c_dt3 DATETIME(3), c_dt6 DATETIME(6), c_ts TIMESTAMP NULL, c_ts6 TIMESTAMP(6) NULL, c_year YEAR, c_char CHAR(10), c_varchar VARCHAR(255), c_bin BINARY(6), c_varbin VARBINARY(32), c_tinyblob TINYBLOB, c_blob BLOB, c_text TEXT, c_mtext MEDIUMTEXT, c_enum ENUM('red', 'green', '蓝'), c_set SET('a', 'b', 'c'), c_json JSON, PRIMARY KEY (id))
CREATE TABLE shop.customer (cust_no VARCHAR(20) PRIMARY KEY, grade ENUM('A', 'B'), credit BIGINT UNSIGNED, ext JSON, updated TIMESTAMP NULL)
INSERT INTO shop.all_types VALUES (1, 2, 127, 255, 32767, 65535, 8388607, 16777215, 2147483647, 4294967295, 42, 9223372036854775807, 18446744073709551615, 1234567890123456789012345678.0123456789, 9999999999, 3.14159, 2.718281828459045, 1234.567, b'1', b'10101010', ~0, '2024-02-29', '23:59:59', '12:34:56.123456', '2024-02-29 23:59:59', '2024-02-29 23:59:59.123', '2024-02-29 23:59:59.123456', '2024-02-29 23:59:59', '2024-02-29 23:59:59.123456', 2024, 'abc', '😀€中文', x'010203', x'00ff10fe', x'7f80', x'89504e470d0a1a0a00ff', 'text', 'medium', 'red', 'a,c', '{"b": [1, 2.50, null, true], "a": {"d": "中"}}')
INSERT INTO shop.all_types VALUES (2, -1, -128, 0, -32768, 0, -8388608, 0, -2147483648, 0, 0, -9223372036854775808, 0, -1234567890123456789012345678.0123456789, -1, -1.5e10, -1.7976931348623157e308, -0.001, b'0', b'0', b'0', '1000-01-01', '-838:59:59', '-00:00:00.000001', '1000-01-01 00:00:00', '9999-12-31 23:59:59.999', '1970-01-01 00:00:00.000001', '1970-01-01 00:00:01', '2038-01-19 03:14:07.999999', 1901, '', '', x'', x'', x'', x'', '', '', '蓝', '', '[]')
INSERT INTO shop.all_types (id) VALUES (3)
INSERT INTO shop.all_types VALUES (4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9223372036854775808, 0.0000000001, 0, 0.1, 0.1, 0, b'1', b'1', b'1', '0000-00-00', '00:00:00', '838:59:59', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '2024-00-00 00:00:00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', 2155, 'x', 'line1\nline2\ttab\\back"quote', x'000000000000', x'00', x'00', x'00', ' lead', 'null', 'green', 'a,b,c', '"str"')
UPDATE shop.all_types SET c_varchar = NULL, c_int = NULL, c_json = NULL WHERE id = 2
UPDATE shop.all_types SET c_dec = 1, c_dec0 = 0, c_enum = 'green', c_set = 'b', c_blob = x'00ff' WHERE id = 1
UPDATE shop.all_types SET id = 30 WHERE id = 3
UPDATE shop.all_types SET c_bool = c_bool
INSERT INTO shop.generated (a) VALUES (1), (2), (3)
UPDATE shop.generated SET a = 10 WHERE a = 1
DELETE FROM shop.generated WHERE a = 2
INSERT INTO shop.customer VALUES ('C0001', 'B', 18446744073709551614, '{"k": 1}', '2024-06-02 08:00:00'), ('C0002', 'A', 18446744073709551613, '{"k": 2}', NULL), ('C0010', NULL, 3, NULL, '2024-06-04 08:00:00')
UPDATE shop.customer SET credit = credit - 1, ext = JSON_SET(ext, '$.n', 1) WHERE cust_no = 'C0001'
UPDATE shop.customer SET cust_no = 'C9999' WHERE cust_no = 'C0010'
DELETE FROM shop.customer WHERE cust_no = 'C0002'
REPLACE INTO shop.users (id, name, level, is_vip) VALUES (1, '张三', '白银', 1)
REPLACE INTO shop.users (id, name, level, is_vip) VALUES (1, 'O''Brien', '黄金', 0)
INSERT INTO shop.users (id, name) VALUES (1, 'dup') ON DUPLICATE KEY UPDATE name = 'dup-updated'
