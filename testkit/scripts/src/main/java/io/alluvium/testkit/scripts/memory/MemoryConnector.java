package io.alluvium.testkit.scripts.memory;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.util.List;

/**
 * The connector {@code script}: its tables are those of one run of a script. A table without a format is fed rows, one with a
 * format is fed records that are decoded when they are read.
 */
public final class MemoryConnector implements ConnectorFactory {
    public static final String NAME = "script";

    /** How rows are fed: {@link #APPEND}, {@link #FULL} or {@link #UPSERT}. */
    public static final String CHANGES = "changes";

    public static final String SPLITS = "splits";

    /** True where the script ends the table. */
    public static final String BOUNDED = "bounded";

    public static final String APPEND = "append";
    public static final String FULL = "full";
    public static final String UPSERT = "upsert";
    static final String FORMAT = "format";

    private final MemoryTables tables;
    private final boolean settled;

    /** @param settled readers of a changing format give the rows that are left at the end instead of the changes */
    public MemoryConnector(MemoryTables tables, boolean settled) {
        this.tables = tables;
        this.settled = settled;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasFormat() {
        return true;
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(
                        FORMAT, OptionType.TEXT, null, "Format of the records; without one the table is fed rows."),
                OptionSpec.choice(
                        CHANGES,
                        FULL,
                        List.of(APPEND, FULL, UPSERT),
                        "Rows are only added, are added and removed, or replace each other by key."),
                OptionSpec.optional(SPLITS, OptionType.INTEGER, "1", "Number of splits."),
                OptionSpec.optional(BOUNDED, OptionType.BOOLEAN, "false", "The script ends the table."));
    }

    @Override
    public Traits traits(TableSpec table) {
        String changes = table.options().getOrDefault(CHANGES, FULL);
        boolean append = changes.equals(APPEND);
        boolean formatted = table.options().containsKey(FORMAT);
        boolean bounded = Boolean.parseBoolean(table.options().getOrDefault(BOUNDED, "false"));
        return new Traits(
                true, true, false, bounded, !append && !formatted, changes.equals(UPSERT) && !formatted, !append);
    }

    @Override
    public Traits traits(TableSpec table, FormatRegistry formats) {
        return table.options().containsKey(FORMAT) ? ConnectorFactory.super.traits(table, formats) : traits(table);
    }

    @Override
    public List<MetadataSpec> metadata(TableSpec table) {
        boolean changing = !table.options().getOrDefault(CHANGES, FULL).equals(APPEND);
        if (changing && !table.options().containsKey(FORMAT)) {
            return List.of();
        }
        return List.of(
                new MetadataSpec("row_tag", DataType.bytes().withNullable(false), "Where the row stands in its log."),
                new MetadataSpec("partition", DataType.of(Scalar.INT).withNullable(false), "Number of the split."),
                new MetadataSpec("offset", DataType.bigint().withNullable(false), "Number of the record in its split."),
                new MetadataSpec(
                        "idx", DataType.of(Scalar.INT).withNullable(false), "Number of the row in its record."));
    }

    @Override
    public Source source(TableContext context, ScanRequest request) {
        return new LogSource(tables.require(context.table().name()), context, request, settled);
    }

    @Override
    public Sink sink(TableContext context) {
        return new MemorySink(tables.require(context.table().name()));
    }
}
