package io.alluvium.connector.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** What holds for every format that is read and written. */
public final class FormatChecks {
    private FormatChecks() {}

    /** Random rows of the table come back exactly as they were written. */
    public static void roundTrip(TestTable table, String format, int rows) {
        long seed = System.nanoTime();
        RowBatch batch = new RandomRows(seed).batch(table.schema(), rows, true);
        assertEquals(RowTexts.of(batch), RowTexts.of(throughBytes(table, format, batch)), "seed " + seed);
    }

    /** Writes each row as a record of its own and reads the records back. */
    public static RowBatch throughBytes(TestTable table, String format, RowBatch batch) {
        List<byte[]> records = new ArrayList<>();
        RecordEncoder encoder = table.encoder(format);
        for (int row = 0; row < batch.size(); row++) {
            ByteArrayOutputStream record = new ByteArrayOutputStream();
            encoder.encode(batch, -1, row, 1_700_000_000_000L, record);
            records.add(record.toByteArray());
        }
        RecordDecoder decoder = table.decoder(format);
        BatchBuilder builder = new BatchBuilder(table.schema());
        for (byte[] record : records) {
            RowTexts.decode(decoder, builder, new HashMap<>(), record);
        }
        return builder.build();
    }
}
