package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.Lookup;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceDatabase;
import io.alluvium.core.connector.SourceTable;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code 'connector' = 'jdbc'}: a table of an SQL database, read once, looked up by key, or written with its ledger. */
public final class JdbcConnector implements ConnectorFactory {
    static final String URL = "url";
    static final String TABLE = "table-name";
    static final String USER = "username";
    static final String PASSWORD = "password";
    static final String DRIVER = "driver";
    static final String CREATE = "jdbc.create-table";
    static final String FETCH = "scan.fetch-size";
    static final String BATCH = "sink.batch-size";
    static final String LOOKUP_THREADS = "lookup.threads";
    static final String ZONE = "jdbc.time-zone";
    static final String ZERO_DATE = "jdbc.zero-date";

    /** What scripts written for Flink may have, and why it is not needed here. */
    private static final Map<String, String> NOT_NEEDED = new TreeMap<>(Map.ofEntries(
            Map.entry("connection.max-retry-timeout", "a lost connection is opened anew, a job restarts"),
            Map.entry("scan.auto-commit", "a scan is one transaction"),
            Map.entry("scan.partition.column", "a scan pages by the primary key"),
            Map.entry("scan.partition.num", "a scan pages by the primary key"),
            Map.entry("scan.partition.lower-bound", "a scan pages by the primary key"),
            Map.entry("scan.partition.upper-bound", "a scan pages by the primary key"),
            Map.entry("lookup.cache", "look-ups go to the database"),
            Map.entry("lookup.cache.max-rows", "look-ups go to the database"),
            Map.entry("lookup.cache.ttl", "look-ups go to the database"),
            Map.entry("lookup.max-retries", "a failed look-up is tried again"),
            Map.entry("sink.buffer-flush.max-rows", "rows are written with each checkpoint"),
            Map.entry("sink.buffer-flush.interval", "rows are written with each checkpoint"),
            Map.entry("sink.max-retries", "a failed write is tried again, exactly once"),
            Map.entry("sink.parallelism", "a commit is one transaction")));

    private static final Logger LOG = LoggerFactory.getLogger(JdbcConnector.class);

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public List<String> aliases() {
        return List.of("mysql");
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(
                true, true, true, true, false, false, !table.primaryKey().isEmpty());
    }

    @Override
    public List<OptionSpec> options() {
        List<OptionSpec> options = new ArrayList<>(List.of(
                OptionSpec.required(
                        URL,
                        OptionType.TEXT,
                        "Address of the database: `jdbc:mysql://HOST:3306/DATABASE`, or `jdbc:h2:./FILE`, where relative"
                                + " files start at the warehouse folder."),
                OptionSpec.required(
                        TABLE, OptionType.TEXT, "Name of the table in the database, with its schema if any."),
                OptionSpec.optional(USER, OptionType.TEXT, null, "Who connects.")
                        .asTuning(),
                OptionSpec.secret(PASSWORD, "The password of the one who connects."),
                OptionSpec.optional(
                                DRIVER, OptionType.TEXT, null, "Class of the driver; without it the address chooses.")
                        .asTuning(),
                OptionSpec.optional(
                                CREATE,
                                OptionType.BOOLEAN,
                                "true",
                                "Creates the table in the database when a job writes it and it is not there.")
                        .asTuning(),
                OptionSpec.optional(
                        ZONE,
                        OptionType.TEXT,
                        null,
                        "MySQL: the zone in which a DATETIME stands for a TIMESTAMP_LTZ, and a MySQL TIMESTAMP for a"
                                + " TIMESTAMP; without it the warehouse's `table.local-time-zone`."),
                OptionSpec.choice(
                        ZERO_DATE,
                        "error",
                        List.of("error", "null"),
                        "MySQL: whether a stored date with a month or day of zero is a bad value or NULL."),
                OptionSpec.optional(FETCH, OptionType.INTEGER, "10000", "How many rows a scan asks for at a time.")
                        .asTuning(),
                OptionSpec.optional(BATCH, OptionType.INTEGER, "1000", "How many rows a write sends at a time.")
                        .asTuning(),
                OptionSpec.optional(LOOKUP_THREADS, OptionType.INTEGER, "4", "Connections that answer look-ups.")
                        .asTuning()));
        NOT_NEEDED.forEach((option, why) -> options.add(OptionSpec.optional(
                option,
                OptionType.TEXT,
                null,
                "Taken for scripts written for Flink and not needed here: " + why + ".")));
        return List.copyOf(options);
    }

    @Override
    public List<OptionSpec> databaseOptions() {
        Set<String> names = Set.of(URL, USER, PASSWORD, DRIVER);
        return options().stream()
                .filter(option -> names.contains(option.name()))
                .toList();
    }

    @Override
    public List<SourceTable> tables(SourceDatabase database) {
        return MySqlDatabase.tables(database);
    }

    private static void warnOfTheUnneeded(TableContext context) {
        NOT_NEEDED.forEach((option, why) -> {
            if (context.options().has(option)) {
                LOG.warn(
                        "table={} option={} is not needed here: {}",
                        context.table().name(),
                        option,
                        why);
            }
        });
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        warnOfTheUnneeded(context);
        return new JdbcSource(
                JdbcTable.toRead(context), request, (int) context.options().integer(FETCH));
    }

    @Override
    public Sink sink(TableContext context) {
        warnOfTheUnneeded(context);
        return new JdbcSink(JdbcTable.toWrite(context), (int) context.options().integer(BATCH));
    }

    @Override
    public Lookup lookup(TableContext context) {
        warnOfTheUnneeded(context);
        return new JdbcLookup(JdbcTable.toRead(context), (int) context.options().integer(LOOKUP_THREADS));
    }
}
