package io.alluvium.planner;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.type.DataType;
import java.util.List;

/** A connector that is never opened. */
record FakeConnector(String name, boolean hasFormat, boolean acceptsChanges) implements ConnectorFactory {
    @Override
    public Traits traits(TableSpec table) {
        return new Traits(true, true, false, true, false, false, acceptsChanges);
    }

    @Override
    public List<OptionSpec> options() {
        List<OptionSpec> own = List.of(
                OptionSpec.optional("path", OptionType.TEXT, null, "The folder."),
                OptionSpec.optional("url", OptionType.TEXT, null, "The address."),
                OptionSpec.optional("table-name", OptionType.TEXT, null, "The table there."),
                OptionSpec.optional("nexmark.table", OptionType.TEXT, null, "Which table of the stream."),
                OptionSpec.optional("idle", OptionType.DURATION, "10s", "How long to wait."));
        return hasFormat
                ? java.util.stream.Stream.concat(
                                own.stream(),
                                java.util.stream.Stream.of(
                                        OptionSpec.required("format", OptionType.TEXT, "The format of the records.")))
                        .toList()
                : own;
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        if (name.equals("untagged")) {
            return List.of();
        }
        return List.of(
                new MetadataSpec("row_tag", DataType.bytes(), "Where the row stands in its source."),
                new MetadataSpec("partition", DataType.integer(), "The partition."),
                new MetadataSpec("offset", DataType.bigint(), "The offset."));
    }

    /** A format that is never opened. */
    record FakeFormat(String name, boolean changes) implements FormatFactory {
        @Override
        public List<OptionSpec> options() {
            return changes
                    ? List.of(
                            OptionSpec.optional("canal-json.envelope", OptionType.BOOLEAN, "false", "Read envelopes."))
                    : List.of();
        }

        @Override
        public boolean changing(TableSpec table) {
            return changes && !"true".equals(table.options().get("canal-json.envelope"));
        }

        @Override
        public boolean writesChanges() {
            return changes;
        }

        @Override
        public List<MetadataSpec> metadata(TableSpec table) {
            return changes
                    ? List.of(new MetadataSpec("es", DataType.timestampLtz(3), "Time of the change."))
                    : List.of();
        }

        @Override
        public RecordDecoder decoder(TableContext context, ScanRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public RecordEncoder encoder(TableContext context) {
            throw new UnsupportedOperationException();
        }
    }
}
