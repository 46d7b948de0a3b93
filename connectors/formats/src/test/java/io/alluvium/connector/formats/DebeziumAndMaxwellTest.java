package io.alluvium.connector.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.FormatChecks;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.RecordEncoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DebeziumAndMaxwellTest {
    private static final String BOB = "{\"id\":1,\"name\":\"bob\",\"price\":2.50}";
    private static final String ANN = "{\"id\":1,\"name\":\"ann\",\"price\":9999999999999.99}";

    private final Map<String, Long> skips = new HashMap<>();

    private static TestTable table() {
        return TestTable.of(
                new Field("id", DataType.bigint()),
                new Field("name", DataType.string()),
                new Field("price", DataType.decimal(15, 2)));
    }

    private List<String> read(String format, TestTable table, String... records) {
        return RowTexts.decode(table.decoder(format), new BatchBuilder(table.schema()), skips, records);
    }

    private static String envelope(String before, String after, String op) {
        return "{\"before\":" + before + ",\"after\":" + after
                + ",\"source\":{\"db\":\"shop\",\"table\":\"item\",\"ts_ms\":1700000000000},\"op\":\"" + op
                + "\",\"ts_ms\":1700000000123}";
    }

    @Test
    void debeziumChangesAddAndRemoveWholeImages() {
        assertEquals(
                List.of(
                        "+ 1|bob|2.50",
                        "- 1|bob|2.50",
                        "+ 1|ann|9999999999999.99",
                        "- 1|ann|9999999999999.99",
                        "+ 1|bob|2.50"),
                read(
                        "debezium-json",
                        table(),
                        envelope("null", BOB, "c"),
                        envelope(BOB, ANN, "u"),
                        envelope(ANN, "null", "d"),
                        "{\"schema\":{\"type\":\"struct\",\"fields\":[]},\"payload\":" + envelope("null", BOB, "r")
                                + "}"));
        assertEquals(
                List.of(),
                read(
                        "debezium-json",
                        table(),
                        "",
                        "null",
                        "{\"schema\":null,\"payload\":null}",
                        envelope("null", "null", "t"),
                        envelope("null", "null", "m")));
        assertEquals(Map.of("tombstone", 3L, "truncate_not_applied", 1L, "other_type", 1L), skips);
    }

    @Test
    void debeziumMetadata() {
        TestTable table = table();
        var decoder =
                table.decoder("debezium-json", "op", "source.table", "value.source.timestamp", "ingestion-timestamp");
        var request = table.formatRequest(
                "debezium-json", "op", "source.table", "value.source.timestamp", "ingestion-timestamp");
        assertEquals(
                List.of("+ 1|bob|2.50|c|item|2023-11-14 22:13:20.000|2023-11-14 22:13:20.123"),
                RowTexts.decode(decoder, new BatchBuilder(request.schema()), skips, envelope("null", BOB, "c")));
    }

    @Test
    void malformedDebeziumMessagesAreRefused() {
        refused("debezium-json", table(), envelope("null", "null", "d"), "has no row in its field \"before\"");
        refused("debezium-json", table(), envelope("null", "null", "c"), "has no row in its field \"after\"");
        refused("debezium-json", table(), envelope("null", BOB, "u"), "no old image");
        refused("debezium-json", table(), BOB, "no field \"op\"");
        refused("debezium-json", table(), envelope("null", BOB, "c") + "{}", "more than one JSON value");
        refused("debezium-json", table(), envelope("null", "[1]", "c"), "not an object");
        TestTable times = TestTable.of(new Field("at", DataType.timestamp(3)));
        refused("debezium-json", times, envelope("null", "{\"at\":1700000000000}", "c"), "field \"at\"");
        assertEquals(
                List.of("+ 1|bob|2.50"),
                read("debezium-json", table().key("id"), envelope("null", BOB, "u")),
                "a key finds the old row");
    }

    @Test
    void debeziumIsWrittenAsItIsRead() {
        TestTable table = table().key("id");
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, 1L, "bob".getBytes(StandardCharsets.UTF_8), 250L);
        builder.appendRow(1, 1L, null, 251L);
        RowBatch rows = builder.build();
        assertEquals(
                "{\"before\":null,\"after\":{\"id\":1,\"name\":\"bob\",\"price\":2.50},\"op\":\"c\",\"ts_ms\":7}",
                encode(table, rows, -1, 0));
        assertEquals(
                "{\"before\":{\"id\":1,\"name\":\"bob\",\"price\":2.50},\"after\":{\"id\":1,\"name\":null,\"price\":2.51},"
                        + "\"op\":\"u\",\"ts_ms\":7}",
                encode(table, rows, 0, 1));
        assertEquals(
                "{\"before\":{\"id\":1,\"name\":null,\"price\":2.51},\"after\":null,\"op\":\"d\",\"ts_ms\":7}",
                encode(table, rows, 1, -1));
        assertEquals(List.of("- 1|bob|2.50", "+ 1|NULL|2.51"), read("debezium-json", table, encode(table, rows, 0, 1)));
        FormatChecks.roundTrip(new TestTable(RandomRows.everyTypeAndNested()), "debezium-json", 300);
    }

    @Test
    void maxwellChangesOverlayTheOldValues() {
        String insert = maxwell("insert", BOB, null);
        String update = maxwell("update", "{\"id\":1,\"name\":null,\"price\":2.50}", "{\"name\":\"bob\"}");
        String delete = maxwell("delete", "{\"id\":1,\"name\":null,\"price\":2.50}", null);
        assertEquals(
                List.of("+ 1|bob|2.50", "- 1|bob|2.50", "+ 1|NULL|2.50", "- 1|NULL|2.50", "+ 1|bob|2.50"),
                read("maxwell-json", table(), insert, update, delete, maxwell("bootstrap-insert", BOB, null)));
        assertEquals(
                List.of(),
                read(
                        "maxwell-json",
                        table().with("maxwell-json.table.include", "other"),
                        insert,
                        "null",
                        maxwell("bootstrap-start", "{}", null).replace("item", "other"),
                        maxwell("table-create", "{}", null).replace("item", "other")));
        assertEquals(Map.of("other_table", 1L, "tombstone", 1L, "bootstrap", 1L, "ddl", 1L), skips);
        refused("maxwell-json", table(), maxwell("update", BOB, null), "no old values");
        refused("maxwell-json", table(), maxwell("insert", "null", null), "no row in its field \"data\"");
        refused("maxwell-json", table(), "{\"a\":1}", "no field \"type\"");
        AlluviumException readOnly = assertThrows(AlluviumException.class, () -> table().encoder("maxwell-json"));
        assertEquals(ErrorCode.UNSUPPORTED, readOnly.code());
    }

    @Test
    void maxwellMetadata() {
        TestTable table = table();
        var decoder = table.decoder("maxwell-json", "database", "table", "op", "ingestion-timestamp");
        var request = table.formatRequest("maxwell-json", "database", "table", "op", "ingestion-timestamp");
        assertEquals(
                List.of("+ 1|bob|2.50|shop|item|insert|2023-11-14 22:13:20.000"),
                RowTexts.decode(decoder, new BatchBuilder(request.schema()), skips, maxwell("insert", BOB, null)));
    }

    private static String maxwell(String type, String data, String old) {
        return "{\"database\":\"shop\",\"table\":\"item\",\"type\":\"" + type
                + "\",\"ts\":1700000000,\"xid\":7,\"data\":" + data + (old == null ? "" : ",\"old\":" + old) + "}";
    }

    private void refused(String format, TestTable table, String record, String problem) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> read(format, table, record));
        assertEquals(ErrorCode.RECORD_INVALID, error.code());
        assertTrue(error.problem().contains(problem), error.problem());
    }

    private static String encode(TestTable table, RowBatch rows, int before, int after) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        RecordEncoder encoder = table.encoder("debezium-json");
        encoder.encode(rows, before, after, 7, target);
        return target.toString(StandardCharsets.UTF_8);
    }
}
