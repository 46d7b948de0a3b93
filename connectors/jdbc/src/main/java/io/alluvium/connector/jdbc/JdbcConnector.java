package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.Lookup;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import java.util.List;

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

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(
                true, true, true, true, false, false, !table.primaryKey().isEmpty());
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.required(
                        URL,
                        OptionType.TEXT,
                        "Address of the database; relative H2 files start at the warehouse folder."),
                OptionSpec.required(
                        TABLE, OptionType.TEXT, "Name of the table in the database, with its schema if any."),
                OptionSpec.optional(USER, OptionType.TEXT, null, "Who connects."),
                OptionSpec.secret(PASSWORD, "The password of the one who connects."),
                OptionSpec.optional(
                        DRIVER, OptionType.TEXT, null, "Class of the driver; without it the address chooses."),
                OptionSpec.optional(
                        CREATE,
                        OptionType.BOOLEAN,
                        "true",
                        "Creates the table in the database when a job writes it and it is not there."),
                OptionSpec.optional(FETCH, OptionType.INTEGER, "10000", "How many rows a scan asks for at a time."),
                OptionSpec.optional(BATCH, OptionType.INTEGER, "1000", "How many rows a write sends at a time."),
                OptionSpec.optional(LOOKUP_THREADS, OptionType.INTEGER, "4", "Connections that answer look-ups."));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        return new JdbcSource(
                JdbcTable.toRead(context), request, (int) context.options().integer(FETCH));
    }

    @Override
    public Sink sink(TableContext context) {
        return new JdbcSink(JdbcTable.toWrite(context), (int) context.options().integer(BATCH));
    }

    @Override
    public Lookup lookup(TableContext context) {
        return new JdbcLookup(JdbcTable.toRead(context), (int) context.options().integer(LOOKUP_THREADS));
    }
}
