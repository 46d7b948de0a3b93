package io.alluvium.connector.conformance;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.io.Clock;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table as a catalog would hold it, opened through the declared options of its connector and format. */
public final class TestTable {
    private final Installed formats = new Installed();
    private final Schema schema;
    private String name = "ods.t";
    private List<String> primaryKey = List.of();
    private final Map<String, String> options = new LinkedHashMap<>();
    private Path warehouse = Path.of("");
    private ZoneId zone = ZoneOffset.UTC;
    private Clock clock = () -> 1_700_000_000_000_000L;

    public TestTable(Schema schema) {
        this.schema = schema;
    }

    public static TestTable of(Field... fields) {
        return new TestTable(Schema.of(fields));
    }

    public TestTable named(String databaseAndTable) {
        name = databaseAndTable;
        return this;
    }

    public TestTable key(String... columns) {
        primaryKey = List.of(columns);
        return this;
    }

    public TestTable with(String option, String value) {
        options.put(option, value);
        return this;
    }

    public TestTable in(Path folder) {
        warehouse = folder;
        return this;
    }

    public TestTable zone(ZoneId sessionZone) {
        zone = sessionZone;
        return this;
    }

    public TestTable clock(Clock testClock) {
        clock = testClock;
        return this;
    }

    public Schema schema() {
        return schema;
    }

    public TableSpec spec(String connector) {
        return new TableSpec(name, connector, schema, primaryKey, options);
    }

    /** Everything a connector's factory needs; the options are checked on the way. */
    public TableContext context(ConnectorFactory connector) {
        List<OptionSpec> declared = connector.options(spec(connector.name()), formats);
        String owner = "table \"" + name + "\" (connector \"" + connector.name() + "\")";
        return context(connector.name(), Options.check(owner, declared, options));
    }

    public Source source(ConnectorFactory connector, String... metadataKeys) {
        return connector.source(context(connector), request(connector, metadataKeys));
    }

    public Sink sink(ConnectorFactory connector) {
        return connector.sink(context(connector));
    }

    /** All physical columns and some metadata columns, with the types their connector or format declares. */
    public ScanRequest request(ConnectorFactory connector, String... metadataKeys) {
        return request(connector.metadata(spec(connector.name()), formats), metadataKeys);
    }

    public RecordDecoder decoder(String format, String... metadataKeys) {
        FormatFactory factory = formats.format(format);
        return factory.decoder(formatContext(factory), request(factory.metadata(spec("test")), metadataKeys));
    }

    public RecordEncoder encoder(String format) {
        FormatFactory factory = formats.format(format);
        return factory.encoder(formatContext(factory));
    }

    public ScanRequest formatRequest(String format, String... metadataKeys) {
        return request(formats.format(format).metadata(spec("test")), metadataKeys);
    }

    private TableContext formatContext(FormatFactory factory) {
        return context("test", Options.check("table \"" + name + "\"", factory.options(), options));
    }

    private TableContext context(String connector, Options checked) {
        return new TableContext(spec(connector), checked, formats, zone, warehouse, clock);
    }

    private ScanRequest request(List<MetadataSpec> known, String... keys) {
        List<Field> fields = new ArrayList<>(schema.fields());
        for (String key : keys) {
            MetadataSpec spec = known.stream()
                    .filter(candidate -> candidate.key().equals(key))
                    .findFirst()
                    .orElseThrow(() -> AlluviumException.internal("no metadata key " + key));
            fields.add(new Field(key, spec.type()));
        }
        return new ScanRequest(schema.fields().stream().map(Field::name).toList(), List.of(keys), new Schema(fields));
    }
}
