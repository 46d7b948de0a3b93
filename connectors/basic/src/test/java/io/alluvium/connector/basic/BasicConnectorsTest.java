package io.alluvium.connector.basic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.DeclarationChecks;
import io.alluvium.connector.conformance.Installed;
import io.alluvium.connector.conformance.RandomRows;
import io.alluvium.connector.conformance.RecordedContext;
import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.SinkChecks;
import io.alluvium.connector.conformance.SourceChecks;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BasicConnectorsTest {
    private static final ConnectorFactory DATAGEN = Installed.connector("datagen");
    private static final ConnectorFactory PRINT = Installed.connector("print");

    private long micros = 1_700_000_000_000_000L;

    @Test
    void allConnectorsAreDeclared() {
        DeclarationChecks.connectors("blackhole", "datagen", "print");
    }

    @Test
    void randomRowsAreTheSameInEveryRunAndFromAnyPosition() {
        List<String> expected = read(everyType("5000"));
        assertEquals(5000, expected.size());
        SourceChecks.readsAndRestores(() -> everyType("5000").source(DATAGEN), expected);
        assertNotEquals(expected, read(everyType("5000").with("seed", "7")));
    }

    @Test
    void sequencesCountAndEnd() {
        TestTable table = TestTable.of(
                        new Field("id", DataType.bigint()),
                        new Field("d", DataType.decimal(6, 2)),
                        new Field("s", DataType.string()))
                .with("fields.id.kind", "sequence")
                .with("fields.id.start", "7")
                .with("fields.id.end", "9")
                .with("fields.d.kind", "sequence")
                .with("fields.d.start", "1.50")
                .with("fields.d.end", "100")
                .with("fields.s.length", "4");
        List<String> rows = read(table);
        assertEquals(3, rows.size());
        assertTrue(rows.get(2).matches("\\+ 9\\|3\\.50\\|[0-9a-f]{4}"), rows.get(2));
        assertTrue(DATAGEN.traits(table.spec("datagen")).bounded());
    }

    @Test
    void randomNumbersStayInTheirRange() {
        TestTable table = TestTable.of(new Field("n", DataType.integer()), new Field("d", DataType.decimal(38, 2)))
                .with("number-of-rows", "1000")
                .with("fields.n.min", "-1")
                .with("fields.n.max", "1")
                .with("fields.d.min", "0.01")
                .with("fields.d.max", "0.02");
        assertEquals(
                List.of("-1|0.01", "-1|0.02", "0|0.01", "0|0.02", "1|0.01", "1|0.02"),
                List.copyOf(RowTexts.table(read(table)).keySet()));
    }

    @Test
    void theRateIsKept() {
        TestTable table = TestTable.of(new Field("n", DataType.integer()))
                .with("rows-per-second", "100")
                .clock(() -> micros);
        assertFalse(DATAGEN.traits(table.spec("datagen")).bounded());
        try (Source source = table.source(DATAGEN);
                SplitReader reader = source.open("rows", null, new RecordedContext())) {
            assertEquals(10, reader.poll().size());
            assertNull(reader.poll());
            micros += 500_000;
            assertEquals(50, reader.poll().size());
            assertNull(reader.poll());
            assertFalse(reader.finished());
        }
    }

    @Test
    void wrongOptionsAreRefused() {
        TestTable table = TestTable.of(new Field("n", DataType.integer()));
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> table.with("fields.m.min", "1")
                                .source(DATAGEN))
                        .code());
        TestTable sequence = TestTable.of(new Field("n", DataType.integer())).with("fields.n.kind", "sequence");
        assertEquals(
                ErrorCode.OPTION_MISSING,
                assertThrows(AlluviumException.class, () -> sequence.source(DATAGEN))
                        .code());
        TestTable number = TestTable.of(new Field("n", DataType.integer())).with("fields.n.min", "x");
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> number.source(DATAGEN))
                        .code());
    }

    @Test
    void changesArePrintedInUtf8() {
        TestTable table = TestTable.of(new Field("id", DataType.integer()), new Field("name", DataType.string()))
                .with("print-identifier", "订单");
        BatchBuilder builder = new BatchBuilder(table.schema());
        builder.appendRow(1, 1L, "张三".getBytes(StandardCharsets.UTF_8));
        builder.appendRow(1, 1L, null);
        ChangeBatch changes = new ChangeBatch(builder.build(), new int[] {-1, 0, 1}, new int[] {0, 1, -1}, 3);
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Sink sink = table.sink(PRINT)) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.ISO_8859_1));
            ((Sink.Immediate) sink).writer(0).write(changes);
        } finally {
            System.setOut(before);
        }
        assertEquals(
                "订单> +I[1, 张三]\n订单> -U[1, 张三]\n订单> +U[1, NULL]\n订单> -D[1, NULL]\n",
                printed.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theBlackholeCounts() {
        TestTable table = new TestTable(RandomRows.everyType());
        var sink = (BlackholeConnector.Blackhole) table.sink(Installed.connector("blackhole"));
        try (Sink.Immediate.Writer writer = sink.writer(0)) {
            writer.write(SinkChecks.inserts(new RandomRows(1).batch(table.schema(), 17, true)));
            writer.write(SinkChecks.deletes(new RandomRows(1).batch(table.schema(), 3, true)));
        }
        assertEquals(20, sink.changes());
    }

    private TestTable everyType(String rows) {
        long[] now = {micros};
        return new TestTable(RandomRows.everyType())
                .clock(() -> now[0] += 1_000_000)
                .with("number-of-rows", rows)
                .with("fields.c_string.length", "10")
                .with("fields.c_bytes.length", "3")
                .with("fields.c_int.null-rate", "0.5");
    }

    private static List<String> read(TestTable table) {
        try (Source source = table.source(DATAGEN)) {
            return RowTexts.read(source, new RecordedContext());
        }
    }
}
