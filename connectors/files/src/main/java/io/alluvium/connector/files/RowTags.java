package io.alluvium.connector.files;

import io.alluvium.core.connector.RowTag;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.type.ColumnKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Fills the metadata columns of files: where each row stands. Used by one thread. */
final class RowTags {
    private final List<Filler> fillers = new ArrayList<>();
    private final FileListing listing;
    private final int partition;
    private final byte[] tag = new byte[RowTag.SIZE];
    private byte[] name = new byte[0];
    private byte[] shortName = new byte[0];
    private byte[] path = new byte[0];
    private int generation;
    private long base;
    private long offset;

    RowTags(ScanRequest request, FileListing listing, int partition) {
        this.listing = listing;
        this.partition = partition;
        int first = request.physicalColumns().size();
        for (int i = 0; i < request.metadataKeys().size(); i++) {
            int column = first + i;
            boolean isLong = request.schema().type(column).kind() == ColumnKind.LONG;
            switch (request.metadataKeys().get(i)) {
                case "file" -> fillers.add(
                        (builder, index) -> builder.column(column).appendBytes(name));
                case "file.name" -> fillers.add(
                        (builder, index) -> builder.column(column).appendBytes(shortName));
                case "file.path" -> fillers.add(
                        (builder, index) -> builder.column(column).appendBytes(path));
                case "row_tag" -> fillers.add((builder, index) -> tag(builder.column(column), index));
                case "offset" -> fillers.add((builder, index) -> number(builder.column(column), isLong, offset));
                case "idx" -> fillers.add((builder, index) -> number(builder.column(column), isLong, index));
                case "partition" -> fillers.add((builder, index) -> number(builder.column(column), isLong, partition));
                case "generation" -> fillers.add(
                        (builder, index) -> number(builder.column(column), isLong, generation));
                default -> {
                    // a key of the format, which its decoder fills
                }
            }
        }
    }

    void file(String relative, int newGeneration, long newBase) {
        name = relative.getBytes(StandardCharsets.UTF_8);
        shortName = relative.substring(relative.lastIndexOf('/') + 1).getBytes(StandardCharsets.UTF_8);
        path = listing.resolve(relative).toString().getBytes(StandardCharsets.UTF_8);
        generation = newGeneration;
        base = newBase;
    }

    void record(long recordOffset) {
        offset = recordOffset;
    }

    void fill(BatchBuilder builder, int index) {
        for (Filler filler : fillers) {
            filler.fill(builder, index);
        }
    }

    /** The tag of the current record, for its dead letter. */
    byte[] recordTag() {
        return RowTag.of(generation, partition, base + offset, 0);
    }

    private void tag(ColumnBuilder target, int index) {
        RowTag.write(generation, partition, base + offset, index, tag);
        target.appendBytes(tag);
    }

    private static void number(ColumnBuilder target, boolean isLong, long value) {
        if (isLong) {
            target.appendLong(value);
        } else {
            target.appendBytes(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
        }
    }

    private interface Filler {
        void fill(BatchBuilder builder, int index);
    }
}
