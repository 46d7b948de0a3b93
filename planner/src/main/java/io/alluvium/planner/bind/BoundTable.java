package io.alluvium.planner.bind;

import io.alluvium.catalog.TableDefinition;
import io.alluvium.core.connector.ConnectorFactory.Traits;
import io.alluvium.core.connector.MetadataSpec;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.type.DataType;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A table with its expressions bound. Expressions refer to columns by their position in {@link #columns}.
 *
 * @param columns in declared order, as a query sees them
 * @param metadata what connector and format offer beside them
 * @param watermark null where there is none
 */
public record BoundTable(
        TableDefinition definition,
        TableSpec spec,
        Traits traits,
        List<MetadataSpec> metadata,
        List<BoundColumn> columns,
        @Nullable BoundWatermark watermark) {
    public BoundTable {
        metadata = List.copyOf(metadata);
        columns = List.copyOf(columns);
    }

    /** A column with its type. */
    public sealed interface BoundColumn {
        String name();

        DataType type();
    }

    /** A field of the table's records. */
    public record Physical(String name, DataType type) implements BoundColumn {}

    /**
     * Offered by connector or format.
     *
     * @param offered the type the connector gives; differs from the declared one where a cast is needed
     */
    public record Metadata(String name, DataType type, String key, DataType offered) implements BoundColumn {}

    /** Computed over the columns before it. */
    public record Computed(String name, DataType type, RexNode expression) implements BoundColumn {}

    /** {@code WATERMARK FOR column AS expression}. */
    public record BoundWatermark(int column, RexNode expression) {}

    /** Position of a column, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** True where rows of the table may be taken away again. */
    public boolean changing() {
        return traits.changing() || traits.upsertOnly();
    }

    /** True where a metadata column of this key is offered. */
    public boolean offers(String key) {
        return metadata.stream().anyMatch(spec -> spec.key().equals(key));
    }

    /** True where the metadata of this key says from which table a row is, and so never changes. */
    public boolean isOfTable(String key) {
        return metadata.stream().anyMatch(spec -> spec.key().equals(key) && spec.ofTable());
    }
}
