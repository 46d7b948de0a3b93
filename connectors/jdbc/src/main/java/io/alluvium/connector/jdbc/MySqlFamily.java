package io.alluvium.connector.jdbc;

/** What kind of values a column of MySQL holds. */
enum MySqlFamily {
    WHOLE,
    DECIMAL,
    APPROXIMATE,
    BIT,
    YEAR,
    DATE,
    DATETIME,
    TIMESTAMP,
    TIME,
    TEXT,
    /** ENUM and SET. */
    LABELS,
    JSON,
    BYTES,
    /** Geometries and whatever comes. */
    OTHER;

    static MySqlFamily of(StoredColumn column) {
        return switch (column.type()) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> WHOLE;
            case "decimal" -> DECIMAL;
            case "float", "double" -> APPROXIMATE;
            case "bit" -> BIT;
            case "year" -> YEAR;
            case "date" -> DATE;
            case "datetime" -> DATETIME;
            case "timestamp" -> TIMESTAMP;
            case "time" -> TIME;
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> TEXT;
            case "enum", "set" -> LABELS;
            case "json" -> JSON;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> BYTES;
            default -> OTHER;
        };
    }
}
