package io.alluvium.connector.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.DeclarationChecks;
import io.alluvium.connector.conformance.FormatChecks;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonFormatTest {
    private final Map<String, Long> skips = new HashMap<>();

    @Test
    void allFormatsAreDeclared() {
        DeclarationChecks.formats("canal-json", "csv", "debezium-json", "json", "maxwell-json", "raw");
    }

    @Test
    void everyTypeComesBack() {
        TestTable table = new TestTable(RandomRows.everyTypeAndNested());
        FormatChecks.roundTrip(table, "json", 400);
        FormatChecks.roundTrip(
                new TestTable(RandomRows.everyTypeAndNested()).with("json.timestamp-format.standard", "ISO-8601"),
                "json",
                100);
    }

    @Test
    void missingFieldsAreNullAndUnknownOnesAreIgnored() {
        assertEquals(
                List.of("+ 1|NULL|NULL", "+ NULL|x|2.50", "+ 3|last|NULL"),
                decode(
                        orders(),
                        "{\"id\":1}",
                        "{\"amount\":2.5,\"other\":{\"id\":[9]},\"name\":\"x\"}",
                        "{\"name\":\"first\",\"id\":3,\"name\":\"last\"}"));
    }

    @Test
    void aMissingFieldCanBeAnError() {
        AlluviumException error =
                invalid(orders().with("json.fail-on-missing-field", "true"), "{\"id\":1,\"name\":\"a\"}");
        assertEquals("field \"amount\" is missing in the record", error.problem());
    }

    @Test
    void numbersAreExact() {
        TestTable table = TestTable.of(
                new Field("b", DataType.bigint()),
                new Field("d", DataType.decimal(38, 3)),
                new Field("s", DataType.string()));
        assertEquals(
                List.of(
                        "+ 9223372036854775807|123456789876543212345678987654321.110|1.10",
                        "+ 12000|0.001|TRUE".replace("TRUE", "true")),
                decode(
                        table,
                        "{\"b\":9223372036854775807,\"d\":123456789876543212345678987654321.110,\"s\":1.10}",
                        "{\"b\":1.2e4,\"d\":1E-3,\"s\":true}"));
    }

    @ParameterizedTest
    @CsvSource({
        "TINYINT,128", "TINYINT,1.5", "SMALLINT,-32769", "INT,2147483648", "INT,''", "INT,1 2",
                "BIGINT,9223372036854775808",
        "BIGINT,-9223372036854775809", "BOOLEAN,2", "BOOLEAN,yes", "DOUBLE,1e400", "DOUBLE,0x10", "DOUBLE,1d",
                "FLOAT,1e39",
        "DATE,2024-02-30", "DATE,2024-2-3", "DATE,0000-00-00", "DATE,2024-01-01 10:00:00"
    })
    void aValueThatDoesNotFitIsRefused(Scalar type, String text) {
        AlluviumException error = invalid(TestTable.of(new Field("f", DataType.of(type))), "{\"f\":\"" + text + "\"}");
        assertTrue(
                error.problem().contains("field \"f\" of type " + type + " holds \"" + text + "\""), error.problem());
    }

    @ParameterizedTest
    @CsvSource({"1.234", "1000", "1e100", "1E+999999999", "1E-999999999", ".", "-", "NaN", "''"})
    void aDecimalIsExactOrRefused(String text) {
        invalid(TestTable.of(new Field("f", DataType.decimal(5, 2))), "{\"f\":\"" + text + "\"}");
        invalid(
                TestTable.of(new Field("f", DataType.decimal(22, 2).withNullable(true))),
                "{\"f\":\"" + text + "9999e30\"}");
    }

    @Test
    void trailingZerosAreNoExcess() {
        assertEquals(
                List.of("+ 1.20", "+ -0.50", "+ 0.00"),
                decode(
                        TestTable.of(new Field("f", DataType.decimal(5, 2))),
                        "{\"f\":1.2000}",
                        "{\"f\":\"-.5\"}",
                        "{\"f\":0e999999999}"));
    }

    @Test
    void timesAreReadInBothFormsAndNeverCut() {
        TestTable table = TestTable.of(new Field("t", DataType.timestamp(3)), new Field("z", DataType.timestampLtz(3)));
        assertEquals(
                List.of(
                        "+ 2024-01-01 10:20:30.120|2024-01-01 02:20:30.000",
                        "+ 2024-01-01 10:20:00.000|2024-01-01 10:20:30.100"),
                decode(
                        table,
                        "{\"t\":\"2024-01-01 10:20:30.12\",\"z\":\"2024-01-01T10:20:30+08:00\"}",
                        "{\"t\":\"2024-01-01T10:20\",\"z\":\"2024-01-01 10:20:30.1Z\"}"));
        assertTrue(
                invalid(table, "{\"t\":\"2024-01-01 10:20:30.1234\"}").problem().contains("fraction digits"));
        assertTrue(invalid(table, "{\"t\":\"2024-01-01 10:20:30Z\"}").problem().contains("TIMESTAMP_LTZ"));
        assertTrue(invalid(table, "{\"z\":\"2024-01-01 10:20:30\"}").problem().contains("no time zone"));
    }

    @Test
    void nestedValuesAreReadAndAnObjectIntoAStringStaysJson() {
        TestTable table = TestTable.of(
                new Field("a", DataType.array(DataType.integer())),
                new Field("m", DataType.map(DataType.string(), DataType.decimal(5, 1))),
                new Field("r", DataType.row(new Field("x", DataType.integer()), new Field("y", DataType.string()))),
                new Field("s", DataType.string()));
        assertEquals(
                List.of("+ [1, NULL, 3]|{b=2.0, k=1.5}|(7, NULL)|{\"q\": [1, \"中\"]}"),
                decode(
                        table,
                        "{\"a\":[1,null,\"3\"],\"m\":{\"k\":1.5,\"b\":2},\"r\":{\"x\":7,\"z\":0},\"s\":{\"q\": [1, \"中\"]}}"));
        assertTrue(invalid(table, "{\"r\":{\"x\":\"no\"}}").problem().contains("\"r.x\""));
        assertTrue(invalid(table, "{\"a\":{}}").problem().contains("not a JSON array"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {"{\"id\":1", "[]", "17", "{\"id\":1} x", "{\"id\":1}{}", "not json", "{\"id\":{}}"})
    void whatIsNoObjectIsRefused(String record) {
        invalid(orders(), record);
    }

    @Test
    void aCutRecordSaysWhereItBeganAndNothingOfTheParser() {
        AlluviumException error = invalid(orders(), "{\"id\": 1");
        assertTrue(error.problem().contains("line: 1"), error.problem());
        assertFalse(error.problem().contains("Source"), error.problem());
    }

    @Test
    void halfASurrogatePairIsRefused() {
        invalid(orders(), "{\"name\":\"\\ud800\"}");
        assertEquals(List.of("+ NULL|😀|NULL"), decode(orders(), "{\"name\":\"\\ud83d\\ude00\"}"));
    }

    @Test
    void nullIntoNotNullIsRefused() {
        TestTable table = TestTable.of(new Field("id", DataType.bigint().withNullable(false)));
        assertTrue(invalid(table, "{}").problem().contains("BIGINT NOT NULL"));
        invalid(table, "{\"id\":null}");
    }

    @Test
    void emptyRecordsAreTombstones() {
        assertEquals(List.of(), decode(orders(), "", "null", " "));
        assertEquals(Map.of("tombstone", 3L), skips);
    }

    @Test
    void aBadRecordLeavesNothingBehind() {
        TestTable table = orders();
        BatchBuilder builder = new BatchBuilder(table.schema());
        var decoder = table.decoder("json");
        assertThrows(
                AlluviumException.class, () -> RowTexts.decode(decoder, builder, skips, "{\"id\":1,\"amount\":\"x\"}"));
        builder.truncate(0);
        assertEquals(
                List.of("+ 2|b|1.00"),
                RowTexts.decode(decoder, builder, skips, "{\"id\":2,\"name\":\"b\",\"amount\":1}"));
    }

    @Test
    void nullFieldsCanBeLeftOut() {
        TestTable table = orders().with("json.encode.ignore-null-fields", "true");
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, 1L, null, null);
        builder.appendRow(1, null, null, null);
        RowBatch rows = builder.build();
        assertEquals("{\"id\":1}", encode(table, rows, 0));
        assertEquals("{}", encode(table, rows, 1));
        assertEquals("{\"id\":1,\"name\":null,\"amount\":null}", encode(orders(), rows, 0));
    }

    private static String encode(TestTable table, RowBatch rows, int row) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.encoder("json").encode(rows, -1, row, 0, bytes);
        return bytes.toString(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static TestTable orders() {
        return TestTable.of(
                new Field("id", DataType.bigint()),
                new Field("name", DataType.string()),
                new Field("amount", DataType.decimal(10, 2)));
    }

    private List<String> decode(TestTable table, String... records) {
        return RowTexts.decode(table.decoder("json"), new BatchBuilder(table.schema()), skips, records);
    }

    private AlluviumException invalid(TestTable table, String record) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> decode(table, record));
        assertEquals(ErrorCode.RECORD_INVALID, error.code());
        return error;
    }
}
