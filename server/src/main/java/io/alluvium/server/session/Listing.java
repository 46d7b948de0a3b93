package io.alluvium.server.session;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.server.output.Result;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result of texts, such as SHOW TABLES gives. */
final class Listing {
    private final Schema schema;
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    Listing(String... columns) {
        List<Field> fields = new ArrayList<>();
        for (String column : columns) {
            fields.add(new Field(column, DataType.string()));
        }
        this.schema = new Schema(fields);
    }

    Listing row(@Nullable String... values) {
        @Nullable Object[] row = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            row[i] = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }
        rows.add(row);
        return this;
    }

    Result result() {
        return new Result(schema, List.copyOf(rows), true, ZoneOffset.UTC);
    }
}
