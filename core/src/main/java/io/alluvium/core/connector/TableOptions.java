package io.alluvium.core.connector;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Options that tables have whatever their connector is: the engine reads them, not the connector. */
public final class TableOptions {
    /** After so long without rows, read to its end, a split no longer holds the watermark of the others back. */
    public static final String IDLE_TIMEOUT = "scan.watermark.idle-timeout";

    /** How soon rows are written out; the one value is {@link #WITH_CHECKPOINT}. */
    public static final String DELIVERY = "sink.delivery";

    /** Rows become visible with a checkpoint, not before, so that no restart shows a row twice or takes one back. */
    public static final String WITH_CHECKPOINT = "checkpoint";

    private static final List<OptionSpec> TARGET = List.of(
            OptionSpec.optional(
                    DELIVERY,
                    OptionType.TEXT,
                    WITH_CHECKPOINT,
                    "Rows become visible with a checkpoint; for sooner, lower `execution.checkpointing.interval` (down to 100 ms)."));

    private static final List<OptionSpec> SOURCE = List.of(OptionSpec.optional(
                    IDLE_TIMEOUT,
                    OptionType.DURATION,
                    null,
                    "After so long without rows a split that was read to its end no longer holds the watermark of the others back;"
                            + " needs a WATERMARK.")
            .asTuning());

    private TableOptions() {}

    /** Options of tables that can be read. */
    public static List<OptionSpec> ofSources() {
        return SOURCE;
    }

    /**
     * All options that a table may have: its connector's, its formats', and those of every table.
     *
     * @throws AlluviumException FORMAT_NOT_FOUND
     */
    public static List<OptionSpec> of(ConnectorFactory connector, TableSpec table, FormatRegistry formats) {
        List<OptionSpec> all = new ArrayList<>(connector.options(table, formats));
        if (connector.traits(table).readable()) {
            all.addAll(SOURCE);
        }
        if (connector.traits(table).writable() && all.stream().noneMatch(option -> option.covers(DELIVERY))) {
            all.addAll(TARGET);
        }
        return all;
    }

    /** Options of tables that can be written. */
    public static List<OptionSpec> ofTargets() {
        return TARGET;
    }

    /** @throws AlluviumException UNSUPPORTED where rows are to be written out before their checkpoint */
    public static void checkDelivery(String owner, TableSpec table) {
        String delivery = table.options().get(DELIVERY);
        if (delivery != null && !delivery.equals(WITH_CHECKPOINT)) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    "option \"" + DELIVERY + "\" of " + owner + " is \"" + delivery
                            + "\": rows are written out with a checkpoint, not before",
                    "leave the option out, and for sooner rows SET 'execution.checkpointing.interval' = '100 ms'");
        }
    }

    /** How long a split of the table may be quiet before it no longer holds the watermark; 0 for ever. */
    public static long idleTimeoutMillis(TableSpec table, ConnectorFactory.Traits traits) {
        String text = table.options().get(IDLE_TIMEOUT);
        if (text == null) {
            return traits.idleTimeoutMillis();
        }
        Long millis = Options.parseMillis(text);
        if (millis == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "option \"" + IDLE_TIMEOUT + "\" is \"" + text + "\", not a duration");
        }
        return millis;
    }
}
