package io.alluvium.connector.formats;

import com.fasterxml.jackson.core.JsonParser;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.type.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Metadata columns of a message: computed once a message, appended to each of its rows. Used by one thread. */
final class CanalMetadata {
    /** Flink's prefix for the metadata of a format inside a connector. */
    private static final String VALUE = "value.";

    private static final DataType NAMES = DataType.array(DataType.string());
    private static final DataType SQL_TYPES = DataType.map(DataType.string(), DataType.integer());
    private static final DataType MYSQL_TYPES = DataType.map(DataType.string(), DataType.string());
    private static final List<MetadataSpec> SPECS = specs(List.of(
            MetadataSpec.ofTable("database", DataType.string(), "The database of the change."),
            MetadataSpec.ofTable("table", DataType.string(), "The table of the change."),
            new MetadataSpec("type", DataType.string(), "INSERT, UPDATE or DELETE."),
            new MetadataSpec("op", DataType.string(), "The same as type."),
            new MetadataSpec("es", DataType.bigint(), "Time of the change in MySQL, in milliseconds (whole seconds)."),
            new MetadataSpec("ts", DataType.bigint(), "Time when Canal made the message, in milliseconds."),
            new MetadataSpec("event-timestamp", DataType.timestampLtz(3), "The time es as an instant."),
            new MetadataSpec("ingestion-timestamp", DataType.timestampLtz(3), "The time ts as an instant."),
            new MetadataSpec("pk-names", NAMES, "Columns of the primary key in MySQL."),
            new MetadataSpec("sql-type", SQL_TYPES, "JDBC's type numbers by column, which depend on the values."),
            new MetadataSpec("mysql-type", MYSQL_TYPES, "MySQL's types by column."),
            new MetadataSpec("id", DataType.bigint(), "Canal's batch number, shared by many messages."),
            new MetadataSpec("gtid", DataType.string(), "Global transaction id, empty where MySQL has none."),
            new MetadataSpec("sql", DataType.string(), "The statement of a DDL message.")));

    private final List<Column> columns = new ArrayList<>();

    /** A wanted column and its value for the current message. */
    private static final class Column {
        final int position;
        final String key;
        final DataType type;
        final JsonFieldReader reader;

        @Nullable
        Object value;

        Column(int position, String key, DataType type) {
            this.position = position;
            this.key = key;
            this.type = type;
            this.reader = JsonFieldReader.of(key, type.withNullable(true), TextRules.plain());
        }
    }

    CanalMetadata(ScanRequest request) {
        int first = request.physicalColumns().size();
        for (int i = 0; i < request.metadataKeys().size(); i++) {
            String key = request.metadataKeys().get(i);
            if (SPECS.stream().anyMatch(spec -> spec.key().equals(key))) {
                String bare = key.startsWith(VALUE) ? key.substring(VALUE.length()) : key;
                columns.add(new Column(first + i, bare, request.schema().type(first + i)));
            }
        }
    }

    static List<MetadataSpec> specs() {
        return SPECS;
    }

    boolean isEmpty() {
        return columns.isEmpty();
    }

    /** Takes the values of a message. */
    void message(CanalMessage message, byte[] record) {
        for (Column column : columns) {
            column.value = switch (column.key) {
                case "database" -> text(message.database);
                case "table" -> text(message.table);
                case "type", "op" -> text(message.type);
                case "gtid" -> text(message.gtid);
                case "sql" -> text(message.sql);
                case "es", "event-timestamp" -> time(message.es, column.type);
                case "ts", "ingestion-timestamp" -> time(message.ts, column.type);
                case "id" -> message.id;
                case "pk-names" -> nested(column, message.pkNames, record);
                case "sql-type" -> nested(column, message.sqlType, record);
                case "mysql-type" -> nested(column, message.mysqlType, record);
                default -> throw new AssertionError(column.key);
            };
        }
    }

    void fill(BatchBuilder builder) {
        for (Column column : columns) {
            builder.column(column.position).append(column.value);
        }
    }

    private static byte @Nullable [] text(@Nullable String value) {
        return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    }

    /** Milliseconds as the wanted type has them. */
    private static @Nullable Long time(@Nullable Long millis, DataType type) {
        if (millis == null) {
            return null;
        }
        return type instanceof DataType.Temporal ? millis * 1000 : millis;
    }

    private static @Nullable Object nested(Column column, CanalMessage.Part part, byte[] record) {
        if (part.length == 0) {
            return null;
        }
        try (JsonParser parser = Json.parser(record, part.start, part.length)) {
            parser.nextToken();
            return column.reader.value(parser, record, part.start);
        } catch (IOException e) {
            throw JsonFieldReader.notJson(e);
        }
    }

    private static List<MetadataSpec> specs(List<MetadataSpec> bare) {
        List<MetadataSpec> all = new ArrayList<>(bare);
        for (MetadataSpec spec : bare) {
            all.add(spec.withKey(VALUE + spec.key()));
        }
        return List.copyOf(all);
    }
}
