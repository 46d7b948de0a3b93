package io.alluvium.connector.jdbc;

import io.alluvium.connector.conformance.Installed;
import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Tables of a MySQL database as the tests declare, fill and read them. */
final class MySqlTables {
    static final ConnectorFactory MYSQL = Installed.connector("mysql");

    private final String url;

    MySqlTables(String url) {
        this.url = url;
    }

    /** A table that is declared with these columns. */
    TestTable table(String name, Field... fields) {
        return in(new TestTable(Schema.of(fields)), name);
    }

    TestTable in(TestTable table, String name) {
        return table.named("app." + name)
                .with("url", url)
                .with("username", "root")
                .with("table-name", name);
    }

    /** {@code (id INT NOT NULL, name STRING)}, with the key id. */
    TestTable orders() {
        return table(
                        "orders",
                        new Field("id", DataType.integer().withNullable(false)),
                        new Field("name", DataType.string()))
                .key("id");
    }

    static Sink.WriteAhead sink(TestTable table) {
        return (Sink.WriteAhead) table.sink(MYSQL);
    }

    static Map<String, Long> read(TestTable table) {
        return read(table, new RecordedContext());
    }

    static Map<String, Long> read(TestTable table, RecordedContext context) {
        try (Source source = table.source(MYSQL)) {
            return RowTexts.table(RowTexts.read(source, context));
        }
    }

    /** Writes rows in one commit. */
    static void write(TestTable table, RowBatch rows) {
        try (Sink.WriteAhead sink = sink(table)) {
            sink.commit(commit(1), List.of(SinkChecks.inserts(rows)));
        }
    }

    static Sink.Commit commit(long version) {
        return new Sink.Commit("job", version, 1);
    }

    /** Rows of a schema; texts are given as String. */
    static RowBatch rows(Schema schema, Object[]... rows) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (Object[] row : rows) {
            Object[] values = row.clone();
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof String text) {
                    values[i] = text.getBytes(StandardCharsets.UTF_8);
                } else if (values[i] instanceof Integer number) {
                    values[i] = number.longValue();
                }
            }
            builder.appendRow(1, values);
        }
        return builder.build();
    }

    static Object[] row(Object... values) {
        return values;
    }
}
