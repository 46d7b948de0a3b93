package io.alluvium.connector.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.connector.conformance.FormatChecks;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanalEncoderTest {

    @Test
    void messagesLookLikeCanals() {
        TestTable table = TestTable.of(
                        new Field("id", DataType.bigint()),
                        new Field("name", new DataType.Text(20, false, true)),
                        new Field("paid", DataType.bool()))
                .named("dwd.orders")
                .key("id");
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, 1L, "张\"三".getBytes(StandardCharsets.UTF_8), 0L);
        builder.appendRow(1, 1L, null, 0L);
        RowBatch rows = builder.build();
        String tail =
                ",\"sql\":\"\",\"sqlType\":{\"id\":-5,\"name\":12,\"paid\":-6},\"table\":\"orders\",\"ts\":1700000000123,\"type\":";
        String head = ",\"database\":\"dwd\",\"es\":1700000000123,\"gtid\":\"\",\"id\":1700000000123,\"isDdl\":false,"
                + "\"mysqlType\":{\"id\":\"bigint\",\"name\":\"varchar(20)\",\"paid\":\"tinyint(1)\"},\"old\":";
        String first = "{\"data\":[{\"id\":\"1\",\"name\":\"张\\\"三\",\"paid\":\"0\"}]";
        String second = "{\"data\":[{\"id\":\"1\",\"name\":null,\"paid\":\"0\"}]";
        String key = ",\"pkNames\":[\"id\"]";
        assertEquals(first + head + "null" + key + tail + "\"INSERT\"}", encode(table, rows, -1, 0));
        assertEquals(second + head + "[{\"name\":\"张\\\"三\"}]" + key + tail + "\"UPDATE\"}", encode(table, rows, 0, 1));
        assertEquals(second + head + "null" + key + tail + "\"DELETE\"}", encode(table, rows, 1, -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Asia/Shanghai", "America/New_York", "+05:45"})
    void changesOfEveryTypeComeBack(String zone) {
        TestTable table = new TestTable(RandomRows.everyType()).key("c_bigint").with("canal-json.zone", zone);
        long seed = System.nanoTime();
        RowBatch rows = new RandomRows(seed).batch(table.schema(), 300, true);
        RecordEncoder encoder = table.encoder("canal-json");
        RecordDecoder decoder = table.decoder("canal-json");
        BatchBuilder builder = new BatchBuilder(table.schema());
        List<String> expected = new ArrayList<>();
        for (int row = 0; row + 2 < rows.size(); row += 3) {
            change(rows, -1, row, encoder, decoder, builder, expected);
            change(rows, row, row + 1, encoder, decoder, builder, expected);
            change(rows, row + 1, row + 2, encoder, decoder, builder, expected);
            change(rows, row + 2, -1, encoder, decoder, builder, expected);
        }
        assertEquals(expected, RowTexts.of(builder.build()), "seed " + seed);
    }

    @Test
    void nestedValuesComeBack() {
        FormatChecks.roundTrip(
                new TestTable(RandomRows.everyTypeAndNested()).with("canal-json.zone", "Asia/Shanghai"),
                "canal-json",
                200);
    }

    @Test
    void theHourThatComesTwiceComesBack() {
        TestTable table =
                TestTable.of(new Field("t", DataType.timestampLtz(6))).with("canal-json.zone", "America/New_York");
        BatchBuilder builder = new BatchBuilder(table.schema());
        for (long minute = 0; minute < 240; minute += 7) {
            builder.appendRow(1, 1_730_604_600_000_000L + minute * 60_000_000);
        }
        RowBatch rows = builder.build();
        assertEquals(RowTexts.of(rows), RowTexts.of(FormatChecks.throughBytes(table, "canal-json", rows)));
    }

    @Test
    void anInstantIsWrittenInADeclaredZoneOnly() {
        TestTable table = TestTable.of(new Field("t", DataType.timestampLtz(6)));
        assertThrows(AlluviumException.class, () -> table.encoder("canal-json"));
    }

    private static void change(
            RowBatch rows,
            int before,
            int after,
            RecordEncoder encoder,
            RecordDecoder decoder,
            BatchBuilder builder,
            List<String> expected) {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        encoder.encode(rows, before, after, 1_700_000_000_000L, record);
        RowTexts.decode(decoder, builder, new HashMap<>(), record.toByteArray());
        if (before >= 0) {
            expected.add("- " + RowTexts.row(rows, before));
        }
        if (after >= 0) {
            expected.add("+ " + RowTexts.row(rows, after));
        }
    }

    private static String encode(TestTable table, RowBatch rows, int before, int after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.encoder("canal-json").encode(rows, before, after, 1_700_000_000_123L, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
