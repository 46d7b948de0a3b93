package io.alluvium.core.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueTextTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    @Test
    void rendersTypesWithoutParameters() {
        assertText("TRUE", 1L, DataType.bool());
        assertText("FALSE", 0L, DataType.bool());
        assertText("-128", -128L, DataType.of(Scalar.TINYINT));
        assertText("32767", 32767L, DataType.of(Scalar.SMALLINT));
        assertText("-5", -5L, DataType.integer());
        assertText("-9223372036854775808", Long.MIN_VALUE, DataType.bigint());
        assertText("0.1", (double) 0.1f, DataType.of(Scalar.FLOAT));
        assertText("0.1", 0.1, DataType.doubles());
        assertText("1.0E10", 1e10, DataType.doubles());
        assertText("NaN", Double.NaN, DataType.doubles());
        assertText("-Infinity", Double.NEGATIVE_INFINITY, DataType.doubles());
        assertText("2024-02-29", LocalDate.of(2024, 2, 29).toEpochDay(), DataType.date());
        assertText("1969-12-31", -1L, DataType.date());
        assertText("0001-01-01", LocalDate.of(1, 1, 1).toEpochDay(), DataType.date());
        assertText("+1-02", 14L, DataType.of(Scalar.INTERVAL_MONTH));
        assertText("-0-11", -11L, DataType.of(Scalar.INTERVAL_MONTH));
        assertText("-0 00:00:01.500", -1_500_000L, DataType.of(Scalar.INTERVAL_MICROSECOND));
        assertText("+1 02:30:00.000001", 95_400_000_001L, DataType.of(Scalar.INTERVAL_MICROSECOND));
        assertText("-106751991 04:00:54.775808", Long.MIN_VALUE, DataType.of(Scalar.INTERVAL_MICROSECOND));
    }

    @Test
    void rendersDecimalsPlainWithTheirScale() {
        assertText("12.50", 1250L, DataType.decimal(10, 2));
        assertText("-0.05", -5L, DataType.decimal(10, 2));
        assertText("0.00", 0L, DataType.decimal(10, 2));
        assertText("7", 7L, DataType.decimal(18, 0));
        assertText("0.00000001", 1L, DataType.decimal(18, 8));
        BigInteger nines = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        assertText("9".repeat(38), Int128.of(nines), DataType.decimal(38, 0));
        assertText("-0." + "9".repeat(38), Int128.of(nines.negate()), DataType.decimal(38, 38));
    }

    @Test
    void rendersTextAndBinary() {
        assertText("订单 'x'", utf8("订单 'x'"), DataType.string());
        assertText("ab", utf8("ab"), new DataType.Text(5, true, true));
        assertText("00ff7f", new byte[] {0, -1, 127}, DataType.bytes());
        assertText("", new byte[0], new DataType.Binary(3, true, true));
    }

    @Test
    void rendersTimesWithTheFractionDigitsOfTheirType() {
        long micros = ((13 * 60 + 5) * 60 + 9) * 1_000_000L + 120_034;
        assertText("13:05:09", micros, new DataType.Temporal(TemporalKind.TIME, 0, true));
        assertText("13:05:09.120034", micros, new DataType.Temporal(TemporalKind.TIME, 6, true));
        assertText("00:00:00.0", 0L, new DataType.Temporal(TemporalKind.TIME, 1, true));
        long moment = micros(LocalDateTime.of(2024, 5, 1, 0, 0, 7, 90_000_000));
        assertText("2024-05-01 00:00:07", moment, DataType.timestamp(0));
        assertText("2024-05-01 00:00:07.090", moment, DataType.timestamp(3));
        assertText("2024-05-01 00:00:07.090000", moment, DataType.timestamp(6));
        assertText("1969-12-31 23:59:59.999999", -1L, DataType.timestamp(6));
        assertText("1970-01-01 00:00:00.000", 0L, DataType.timestamp(3));
    }

    @Test
    void showsTimestampLtzInTheZoneAndTimestampAsItIs() {
        long moment = micros(LocalDateTime.of(2024, 6, 30, 23, 0));
        assertEquals("2024-07-01 07:00:00", ValueText.render(moment, DataType.timestampLtz(0), SHANGHAI));
        assertEquals("2024-06-30 23:00:00", ValueText.render(moment, DataType.timestamp(0), SHANGHAI));
        // New York left summer time at 06:00 UTC of that day
        ZoneId newYork = ZoneId.of("America/New_York");
        long before = micros(LocalDateTime.of(2024, 11, 3, 5, 59, 59, 999_999_000));
        assertEquals("2024-11-03 01:59:59.999999", ValueText.render(before, DataType.timestampLtz(6), newYork));
        assertEquals("2024-11-03 01:00:00.000000", ValueText.render(before + 1, DataType.timestampLtz(6), newYork));
    }

    @Test
    void rendersNestedValues() {
        DataType texts = DataType.array(DataType.string());
        assertText("[]", NestedValues.array(ColumnKind.BYTES, List.of()), texts);
        byte[] array = NestedValues.array(ColumnKind.BYTES, Arrays.asList(utf8("a"), null, utf8("b")));
        assertText("[a, NULL, b]", array, texts);
        DataType.MapOf map = (DataType.MapOf) DataType.map(DataType.string(), DataType.decimal(10, 1));
        Map<Object, Object> entries = new LinkedHashMap<>();
        entries.put(utf8("z"), 15L);
        entries.put(utf8("a"), null);
        assertText("{a=NULL, z=1.5}", NestedValues.map(map, entries), map);
        DataType.Row row = (DataType.Row) DataType.row(
                new Field("on", DataType.date()),
                new Field("at", DataType.timestampLtz(0)),
                new Field("tags", texts),
                new Field("none", DataType.bigint()));
        byte[] bytes = RowCodec.of(row).encodeValues(1L, 0L, array, null);
        assertEquals("(1970-01-02, 1970-01-01 08:00:00, [a, NULL, b], NULL)", ValueText.render(bytes, row, SHANGHAI));
        assertText(
                "[[1], []]",
                NestedValues.array(
                        ColumnKind.BYTES,
                        List.of(
                                NestedValues.array(ColumnKind.LONG, List.of(1L)),
                                NestedValues.array(ColumnKind.LONG, Collections.emptyList()))),
                DataType.array(DataType.array(DataType.bigint())));
    }

    @Test
    void writesLiteralsForPlans() {
        assertEquals("NULL", ValueText.literal(null, DataType.string()));
        assertEquals("'it''s'", ValueText.literal(utf8("it's"), DataType.string()));
        assertEquals("5", ValueText.literal(5L, DataType.integer()));
        assertEquals("1.50", ValueText.literal(150L, DataType.decimal(5, 2)));
        assertEquals("2.5", ValueText.literal(2.5, DataType.doubles()));
        assertEquals("TRUE", ValueText.literal(1L, DataType.bool()));
        assertEquals("'1970-01-01'", ValueText.literal(0L, DataType.date()));
        assertEquals("'1970-01-01 00:00:00.000'", ValueText.literal(0L, DataType.timestampLtz(3)));
    }

    @Test
    void convertsDecimalsBothWays() {
        DataType.Decimal narrow = (DataType.Decimal) DataType.decimal(5, 2);
        assertEquals(12345L, ValueText.ofDecimal(new BigDecimal("123.45"), narrow));
        assertEquals(new BigDecimal("123.45"), ValueText.decimal(12345L, 2));
        DataType.Decimal wide = (DataType.Decimal) DataType.decimal(19, 2);
        Object held = ValueText.ofDecimal(new BigDecimal("-12345678901234567.89"), wide);
        assertEquals(Int128.of(-1234567890123456789L), held);
        assertEquals(new BigDecimal("-12345678901234567.89"), ValueText.decimal(held, 2));
        assertThrows(ArithmeticException.class, () -> ValueText.ofDecimal(new BigDecimal("1000.00"), narrow));
        assertThrows(ArithmeticException.class, () -> ValueText.ofDecimal(new BigDecimal("1.5"), narrow));
    }

    private static void assertText(String expected, Object value, DataType type) {
        assertEquals(expected, ValueText.render(value, type, ZoneOffset.UTC));
    }

    private static long micros(LocalDateTime utc) {
        return utc.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + utc.getNano() / 1000;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
