package io.alluvium.runtime.simulation;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.io.Clock;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.engine.Connectors;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The tables of a test, each its own connector: logs to read, stores to write. */
public final class TestTables implements Connectors {
    private static final io.alluvium.core.connector.FormatRegistry NO_FORMATS =
            new io.alluvium.core.connector.FormatRegistry() {
                @Override
                public io.alluvium.core.connector.FormatFactory format(String name) {
                    throw new IllegalArgumentException(name);
                }

                @Override
                public List<String> names() {
                    return List.of();
                }
            };

    private final Clock clock;
    private final Map<String, LogTable> logs = new HashMap<>();
    private final Map<String, Supplier<Sink>> sinks = new HashMap<>();

    public TestTables(Clock clock) {
        this.clock = clock;
    }

    public TestTables log(String name, LogTable log) {
        logs.put(name, log);
        return this;
    }

    public TestTables sink(String name, Supplier<Sink> sink) {
        sinks.put(name, sink);
        return this;
    }

    public static TableSpec table(String name, Schema schema, String... key) {
        return new TableSpec(name, name, schema, List.of(key), Map.of());
    }

    @Override
    public ConnectorFactory factory(String connector) {
        LogTable log = logs.get(connector);
        return new ConnectorFactory() {
            @Override
            public String name() {
                return connector;
            }

            @Override
            public Traits traits(TableSpec table) {
                return new Traits(log != null, log == null, false, log != null && log.ended(), true, false, true);
            }

            @Override
            public List<OptionSpec> options() {
                return List.of();
            }

            @Override
            public Source source(TableContext context, ScanRequest request) {
                return log;
            }

            @Override
            public Sink sink(TableContext context) {
                return sinks.get(connector).get();
            }
        };
    }

    @Override
    public TableContext context(TableSpec table) {
        Options options = Options.check(table.name(), List.of(), Map.of());
        return new TableContext(table, options, NO_FORMATS, ZoneOffset.UTC, Path.of("."), clock);
    }
}
