package io.alluvium.testkit.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.Schema;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RowTextTest {
    private static final Schema TYPES = Schema.of(
            new Field("i", DataType.integer()),
            new Field("s", DataType.string()),
            new Field("d", DataType.decimal(10, 2)),
            new Field("wide", DataType.decimal(38, 3)),
            new Field("f", DataType.doubles()),
            new Field("flag", DataType.bool()),
            new Field("day", DataType.date()),
            new Field("at", DataType.timestamp(3)),
            new Field("bytes", DataType.bytes()),
            new Field("list", DataType.array(DataType.string())),
            new Field("map", DataType.map(DataType.string(), DataType.integer())),
            new Field(
                    "rows",
                    DataType.array(
                            DataType.row(new Field("x", DataType.integer()), new Field("y", DataType.string())))));

    @Test
    void readsWhatItWrites() {
        assertSame(
                "1 'two words' 10.50 -1.000 0.1 TRUE 1969-12-31 2024-02-29T23:59:59.999 00ff [a, NULL] {a=1, b=NULL} [(1, x), (2, NULL)]");
        assertSame(
                "-1 'it''s' -0.01 99999999999999999999999999999999999.999 NaN FALSE 2024-01-01 1969-12-31T23:59:59.500 00"
                        + " [] {} []");
        assertSame("NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL");
        assertSame("1 'NULL' 1.00 1.000 100 TRUE 1970-01-01 1970-01-01T00:00:00.000 00 NULL NULL NULL");
        assertSame("1 '' 1.00 1.000 100 TRUE 1970-01-01 1970-01-01T00:00:00.000 00 NULL NULL NULL");
    }

    @Test
    void fillsUpScalesAndRoundsDoubles() {
        Schema schema = Schema.of(new Field("d", DataType.decimal(10, 2)), new Field("f", DataType.doubles()));
        assertEquals("1.50 0.3", text(schema, "1.5 0.30000000000000004"));
    }

    @Test
    void readsInstantsInTheZone() {
        Schema schema = Schema.of(new Field("at", DataType.timestampLtz(0)));
        ZoneId shanghai = ZoneId.of("Asia/Shanghai");
        Object[] values = RowText.parse(schema, "2024-01-01T08:00:00", shanghai);
        assertEquals("2024-01-01T00:00:00", RowText.render(schema, values, ZoneOffset.UTC));
        assertEquals("2024-01-01T08:00:00", RowText.render(schema, values, shanghai));
    }

    @Test
    void saysWhatIsWrong() {
        Schema schema = Schema.of(new Field("a", DataType.of(Scalar.TINYINT)), new Field("b", DataType.decimal(3, 1)));
        assertWrong(schema, "1", "1 values for 2 columns");
        assertWrong(schema, "1 2 3", "more than 2 values");
        assertWrong(schema, "128 2", "column \"a\" TINYINT");
        assertWrong(schema, "1 2.25", "column \"b\"");
        assertWrong(schema, "1 100", "column \"b\"");
        assertWrong(schema, "1 'x", "not closed");
    }

    private static void assertSame(String text) {
        assertEquals(text, text(TYPES, text));
    }

    private static String text(Schema schema, String text) {
        return RowText.render(schema, RowText.parse(schema, text, ZoneOffset.UTC), ZoneOffset.UTC);
    }

    private static void assertWrong(Schema schema, String text, String part) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> RowText.parse(schema, text, ZoneOffset.UTC));
        assertTrue(String.valueOf(error.getMessage()).contains(part), error.getMessage());
    }
}
