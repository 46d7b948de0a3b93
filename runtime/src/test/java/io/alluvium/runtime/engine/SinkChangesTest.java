package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.runtime.checkpoint.StateFile;
import io.alluvium.runtime.checkpoint.StateFileWriter;
import io.alluvium.runtime.checkpoint.WrittenFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weighted rows become the changes of a store: netted, one a key, and the same again from a snapshot's bytes. */
class SinkChangesTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.bigint()),
            new Field("name", DataType.string()),
            new Field("big", DataType.decimal(30, 2)));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theNetIsTheSumOfWeightsByRow(long seed) {
        Random random = new Random(seed);
        RowNet net = new RowNet(SCHEMA);
        for (int round = 0; round < 3; round++) {
            Map<String, Long> expected = new HashMap<>();
            for (int i = 0; i < 40; i++) {
                BatchBuilder builder = new BatchBuilder(SCHEMA);
                for (int row = 0; row < 100; row++) {
                    append(builder, random.nextBoolean() ? 1 : -1, random.nextInt(300), random.nextInt(3));
                }
                RowBatch batch = builder.build();
                for (int row = 0; row < batch.size(); row++) {
                    expected.merge(text(batch, row), batch.weight(row), Long::sum);
                }
                net.add(batch);
            }
            expected.values().removeIf(weight -> weight == 0);
            Map<String, Long> shown = new HashMap<>();
            for (RowBatch batch : net.take()) {
                for (int row = 0; row < batch.size(); row++) {
                    assertEquals(null, shown.put(text(batch, row), batch.weight(row)));
                }
            }
            assertEquals(expected, shown);
            assertTrue(net.isEmpty());
        }
    }

    @Test
    void aKeyHasOneChange() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        append(builder, -1, 1, 0);
        append(builder, 1, 1, 1);
        append(builder, 1, 2, 0);
        append(builder, -1, 3, 0);
        List<ChangeBatch> changes = NetChanges.byKey("t", SCHEMA, new int[] {0}, List.of(builder.build()));
        assertEquals(List.of("1 n0 > 1 n1", " > 2 n0", "3 n0 > "), texts(changes));
    }

    @Test
    void twoRowsOfAKeyAreNamed() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        append(builder, 1, 7, 0);
        append(builder, 1, 7, 1);
        RowBatch batch = builder.build();
        AlluviumException failure = assertThrows(
                AlluviumException.class, () -> NetChanges.byKey("dws.totals", SCHEMA, new int[] {0}, List.of(batch)));
        assertEquals(ErrorCode.KEY_NOT_UNIQUE, failure.code());
        assertTrue(failure.getMessage().contains("key (id = 7) of table \"dws.totals\""), failure.getMessage());
    }

    @Test
    void aPendingCommitIsTheSameFromItsBytes() throws IOException {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int i = 0; i < 5000; i++) {
            append(builder, i % 3 == 0 ? -1 : 1, i / 2 * 2 + (i % 3 == 0 ? 0 : i % 2), i);
        }
        List<ChangeBatch> changes = NetChanges.byRow(List.of(builder.build()));
        WrittenFiles written = new WrittenFiles();
        StateFileWriter writer = written.writer();
        ChangeCodec.write(SCHEMA, changes, writer.operator("sink"));
        byte[] content = written.of(writer).get(0);
        StateFile file = StateFile.open("x", content.length, () -> new ByteArrayInputStream(content));
        assertEquals(texts(changes), texts(ChangeCodec.read(SCHEMA, "sink", List.of(file))));
    }

    private static void append(BatchBuilder builder, long weight, long id, int name) {
        byte[] text = ("n" + name).getBytes(StandardCharsets.UTF_8);
        builder.appendRow(weight, id, text, name % 2 == 0 ? null : new io.alluvium.core.row.Int128(1, id));
    }

    private static List<String> texts(List<ChangeBatch> changes) {
        List<String> texts = new ArrayList<>();
        for (ChangeBatch batch : changes) {
            for (int i = 0; i < batch.size(); i++) {
                texts.add(text(batch.rows(), batch.before()[i]) + " > " + text(batch.rows(), batch.after()[i]));
            }
        }
        return texts;
    }

    private static String text(RowBatch rows, int row) {
        if (row < 0) {
            return "";
        }
        byte[] name = (byte[]) rows.column(1).value(row);
        return rows.column(0).value(row) + " " + new String(name, StandardCharsets.UTF_8);
    }

    @Test
    void largeWeightsBecomeSeveralChanges() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        append(builder, 3, 1, 0);
        append(builder, -2, 2, 0);
        List<ChangeBatch> changes = NetChanges.byRow(List.of(builder.build()));
        assertEquals(Arrays.asList(" > 1 n0", " > 1 n0", " > 1 n0", "2 n0 > ", "2 n0 > "), texts(changes));
    }
}
