package io.alluvium.connector.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.FormatChecks;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvAndRawFormatTest {
    private final Map<String, Long> skips = new HashMap<>();

    @Test
    void everyTypeComesBackFromCsv() {
        FormatChecks.roundTrip(new TestTable(RandomRows.everyTypeAndNested()), "csv", 300);
        FormatChecks.roundTrip(
                new TestTable(RandomRows.everyTypeAndNested())
                        .with("csv.field-delimiter", "\\t")
                        .with("csv.quote-character", "'")
                        .with("csv.null-literal", "\\N"),
                "csv",
                300);
        FormatChecks.roundTrip(TestTable.of(new Field("s", DataType.string())), "csv", 100);
    }

    @Test
    void fieldsAreQuotedAsTheStandardSays() {
        assertEquals(
                List.of("+ 1|a,b|1.50", "+ 2|say \"hi\"|NULL", "+ 3||2.00", "+ 4|NULL|NULL", "+ 5|line\nbreak|3.00"),
                csv(orders(), "1,\"a,b\",1.5", " 2 ,\"say \"\"hi\"\"\",", "3,\"\",2", "4,,", "5,\"line\nbreak\",3"));
    }

    @Test
    void aHeaderLineIsSkippedAndWritten() {
        TestTable table = orders().with("csv.header", "true");
        assertEquals(List.of("+ 1|a|NULL"), csv(table, "id,name,amount", "1,a,"));
        assertEquals(Map.of("header", 1L), skips);
        BatchBuilder rows = new BatchBuilder(table.schema());
        rows.appendRow(1, 1L, null, 150L);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.encoder("csv").encode(rows.build(), -1, 0, 0, bytes);
        assertEquals("id,name,amount\n1,,1.50", bytes.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '\0',
            value = {"1,a", "1,a,2,x", "x,a,2", "1,\"a,2", "1,\"a\"b,2", "1,a,2.005"})
    void badRecordsAreRefused(String record) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> csv(orders(), record));
        assertEquals(ErrorCode.RECORD_INVALID, error.code());
    }

    @Test
    void aRecordEndsBehindItsQuotes() {
        var decoder = orders().decoder("csv");
        byte[] data = "..1,\"a\n\"\"\n\",2\nrest".getBytes(StandardCharsets.UTF_8);
        assertEquals(data.length - 5, decoder.recordEnd(data, 2, 2, data.length));
        assertEquals(-1, decoder.recordEnd(data, 2, 2, data.length - 6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ab", "é"})
    void aDelimiterIsOneCharacter(String delimiter) {
        TestTable table = orders().with("csv.field-delimiter", delimiter);
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> table.decoder("csv"))
                        .code());
    }

    @Test
    void rawKeepsTheRecord() {
        TestTable text = TestTable.of(new Field("line", DataType.string()));
        assertEquals(
                List.of("+ {broken 我", "+ "),
                RowTexts.decode(text.decoder("raw"), new BatchBuilder(text.schema()), skips, "{broken 我", ""));
        TestTable bytes = TestTable.of(new Field("line", DataType.bytes()));
        BatchBuilder builder = new BatchBuilder(bytes.schema());
        RowTexts.decode(bytes.decoder("raw"), builder, skips, new byte[] {(byte) 0xFF, 0});
        assertEquals(List.of("+ ff00"), RowTexts.of(builder.build()));
        AlluviumException error = assertThrows(
                AlluviumException.class,
                () -> RowTexts.decode(
                        text.decoder("raw"), new BatchBuilder(text.schema()), skips, new byte[] {(byte) 0xC3, 0x28}));
        assertEquals(ErrorCode.RECORD_INVALID, error.code());
    }

    @Test
    void rawNeedsOneColumn() {
        AlluviumException error = assertThrows(AlluviumException.class, () -> orders().decoder("raw"));
        assertEquals(ErrorCode.TABLE_INVALID, error.code());
    }

    @Test
    void utf8IsCheckedToTheLetter() {
        for (byte[] bad : new byte[][] {
            {(byte) 0xC0, (byte) 0x80},
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {(byte) 0x80},
            {(byte) 0xE4, (byte) 0xB8}
        }) {
            assertTrue(!Utf8Text.isValid(bad, 0, bad.length));
        }
        byte[] good = "a é 中 😀".getBytes(StandardCharsets.UTF_8);
        assertTrue(Utf8Text.isValid(good, 0, good.length));
    }

    private static TestTable orders() {
        return TestTable.of(
                new Field("id", DataType.bigint()),
                new Field("name", DataType.string()),
                new Field("amount", DataType.decimal(10, 2)));
    }

    private List<String> csv(TestTable table, String... records) {
        return RowTexts.decode(table.decoder("csv"), new BatchBuilder(table.schema()), skips, records);
    }
}
