package io.alluvium.connector.formats;

import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.row.BatchBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Metadata columns whose values are set once a message and appended to each of its rows. Used by one thread. */
final class MessageColumns {
    /** Flink's prefix for the metadata of a format inside a connector. */
    private static final String VALUE = "value.";

    private final List<Wanted> wanted = new ArrayList<>();
    private final Map<String, @Nullable Object> values = new HashMap<>();

    private record Wanted(int position, String key) {}

    MessageColumns(ScanRequest request, List<MetadataSpec> offered) {
        int first = request.physicalColumns().size();
        for (int i = 0; i < request.metadataKeys().size(); i++) {
            String key = request.metadataKeys().get(i);
            if (offered.stream().anyMatch(spec -> spec.key().equals(key))) {
                wanted.add(new Wanted(first + i, key.startsWith(VALUE) ? key.substring(VALUE.length()) : key));
            }
        }
    }

    /** The same keys with and without the prefix. */
    static List<MetadataSpec> withPrefix(List<MetadataSpec> bare) {
        List<MetadataSpec> all = new ArrayList<>(bare);
        bare.forEach(spec -> all.add(spec.withKey(VALUE + spec.key())));
        return List.copyOf(all);
    }

    void text(String key, @Nullable String value) {
        values.put(key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    /** An instant. */
    void millis(String key, @Nullable Long value) {
        values.put(key, value == null ? null : value * 1000);
    }

    void fill(BatchBuilder builder) {
        for (Wanted column : wanted) {
            builder.column(column.position()).append(values.get(column.key()));
        }
    }
}
