package io.alluvium.server.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.row.Int128;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultPrinterTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("name", DataType.string()),
            new Field("amount", DataType.decimal(38, 2)),
            new Field("at", DataType.timestampLtz(3)),
            new Field("tags", DataType.array(DataType.integer())));

    @Test
    void tsvEscapesAndSorts() {
        assertEquals(
                """
                name\tamount\tat\ttags
                \\N\t\\N\t\\N\t\\N
                a\\tb\\\\c\t1.50\t1970-01-01 08:00:00.001\t[1, NULL]
                """,
                print(OutputStyle.TSV, false));
    }

    @Test
    void jsonKeepsExactNumbersAndNesting() {
        assertEquals(
                """
                {"name":"a\\tb\\\\c","amount":1.50,"at":"1970-01-01 08:00:00.001","tags":[1,null]}
                {"name":null,"amount":null,"at":null,"tags":null}
                """,
                print(OutputStyle.JSON, true));
    }

    @Test
    void aTableAlignsNumbersToTheRightAndCountsWideCharactersTwice() {
        Schema schema = Schema.of(new Field("城市", DataType.string()), new Field("n", DataType.bigint()));
        Result result = new Result(
                schema,
                List.of(new Object[] {"北京".getBytes(StandardCharsets.UTF_8), 7L}, new Object[] {new byte[] {'x'}, 123L
                }),
                true,
                ZoneId.of("UTC"));
        assertEquals(
                """
                +------+-----+
                | 城市 | n   |
                +------+-----+
                | 北京 |   7 |
                | x    | 123 |
                +------+-----+
                2 rows
                """,
                print(result, OutputStyle.TABLE));
    }

    private static String print(OutputStyle style, boolean ordered) {
        List<@Nullable Object[]> rows = Arrays.asList(
                new @Nullable Object[] {
                    "a\tb\\c".getBytes(StandardCharsets.UTF_8),
                    Int128.of(BigInteger.valueOf(150)),
                    1000L,
                    NestedValues.array(ColumnKind.LONG, Arrays.asList(1L, null))
                },
                new @Nullable Object[] {null, null, null, null});
        return print(new Result(SCHEMA, rows, ordered, ZoneId.of("Asia/Shanghai")), style);
    }

    private static String print(Result result, OutputStyle style) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ResultPrinter(new PrintStream(bytes, true, StandardCharsets.UTF_8)).print(result, style);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
