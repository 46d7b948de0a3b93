package io.alluvium.core.connector;

import io.alluvium.core.type.Schema;
import java.util.List;

/**
 * What a scan wants of a source.
 *
 * @param physicalColumns names, in output order
 * @param metadataKeys keys of connector or format, in output order, after the physical columns
 * @param schema of the batches: the physical columns, then the metadata columns
 */
public record ScanRequest(List<String> physicalColumns, List<String> metadataKeys, Schema schema) {
    public ScanRequest {
        physicalColumns = List.copyOf(physicalColumns);
        metadataKeys = List.copyOf(metadataKeys);
    }
}
