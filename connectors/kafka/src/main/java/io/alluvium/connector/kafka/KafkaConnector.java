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

/** {@code 'connector' = 'kafka'}: topics whose records are rows or changes by their format; written exactly once. */
public final class KafkaConnector implements ConnectorFactory {
    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public boolean hasFormat() {
        return true;
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(true, true, false, bounded(table), false, false, false);
    }

    @Override
    public Traits traits(TableSpec table, FormatRegistry formats) {
        RecordFormats.Part value = RecordFormats.of(table, formats, false).value();
        return new Traits(
                true,
                true,
                false,
                bounded(table),
                value.format().changing(value.table()),
                value.format().upsertOnly(value.table()),
                value.format().writesChanges());
    }

    @Override
    public List<OptionSpec> options() {
        return KafkaOptions.kafka();
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
        return new KafkaSource(context, request, false);
    }

    @Override
    public List<Source> sources(List<Reading> readings) {
        return KafkaSource.together(readings, false);
    }

    @Override
    public Sink sink(TableContext context) {
        return new KafkaSink(context, false);
    }

    static boolean bounded(TableSpec table) {
        return !table.options().getOrDefault(KafkaOptions.BOUNDED, "unbounded").equals("unbounded");
    }
}
