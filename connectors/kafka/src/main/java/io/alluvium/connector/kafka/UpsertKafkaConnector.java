package io.alluvium.connector.kafka;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code 'connector' = 'upsert-kafka'}: the last record of each key is the key's row, and one without a value takes it away. Such
 * topics may be compacted.
 */
public final class UpsertKafkaConnector implements ConnectorFactory {
    @Override
    public String name() {
        return "upsert-kafka";
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(true, true, false, KafkaConnector.bounded(table), true, true, true);
    }

    @Override
    public Traits traits(TableSpec table, FormatRegistry formats) {
        if (!table.primaryKey().isEmpty()) {
            RecordFormats.of(table, formats, true);
        }
        return traits(table);
    }

    @Override
    public List<OptionSpec> options() {
        return KafkaOptions.upsert();
    }

    @Override
    public List<OptionSpec> options(TableSpec table, FormatRegistry formats) {
        List<OptionSpec> all = new ArrayList<>(options());
        all.addAll(RecordFormats.options(table, formats));
        return all;
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        return RecordColumns.SPECS;
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table, FormatRegistry formats) {
        return RecordFormats.metadata(table, formats, metadata(table));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        return new KafkaSource(context, request, true);
    }

    @Override
    public List<Source> sources(List<Reading> readings) {
        return KafkaSource.together(readings, true);
    }

    @Override
    public Sink sink(TableContext context) {
        return new KafkaSink(context, true);
    }
}
