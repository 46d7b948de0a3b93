package io.alluvium.testkit.harness;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.operator.EpochEnd;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.Output;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.operator.StateWriter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowHash;
import io.alluvium.core.type.Schema;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The harness must find what is wrong: each fault here is one that operators have had elsewhere. */
class OperatorHarnessTest {
    private static final Schema ROWS = SchemaText.parse("k BIGINT, v BIGINT");
    private static final String CASE =
            """
            feed 0
            +I 1 5
            +I 1 7
            +I 2 1
            expect
            + 1 12
            + 2 1
            feed 0
            -D 1 5
            +I 3 4
            expect
            - 1 12
            + 1 7
            + 3 4
            """;

    private enum Fault {
        NONE,
        FORGETS_STATE,
        WRONG_KEY_GROUP,
        EMITS_AT_ONCE,
        FIRST_ROW_WINS,
        NEVER_TAKES_BACK
    }

    /** Sums v a key, with a fault. */
    private static final class Summing implements Operator {
        private final Fault fault;
        private final Map<Long, Long> sums = new TreeMap<>();
        private final Map<Long, Long> before = new TreeMap<>();

        Summing(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void process(int input, RowBatch batch, Output output) {
            for (int row = 0; row < batch.size(); row++) {
                long key = batch.longs(0).values()[row];
                long value = batch.longs(1).values()[row];
                before.putIfAbsent(key, sums.getOrDefault(key, 0L));
                if (fault == Fault.FIRST_ROW_WINS && row == 0 && batch.weight(row) > 0) {
                    sums.put(key, value);
                } else {
                    sums.merge(key, value * batch.weight(row), Long::sum);
                }
                if (fault == Fault.EMITS_AT_ONCE) {
                    emit(output);
                }
            }
        }

        @Override
        public void endEpoch(EpochEnd epoch, Output output) {
            emit(output);
        }

        private void emit(Output output) {
            BatchBuilder builder = new BatchBuilder(ROWS);
            before.forEach((key, sum) -> {
                if (sum != 0 && fault != Fault.NEVER_TAKES_BACK) {
                    builder.appendRow(-1, key, sum);
                }
                if (sums.get(key) != 0) {
                    builder.appendRow(1, key, sums.get(key));
                }
            });
            before.clear();
            if (!builder.isEmpty()) {
                output.emit(builder.build());
            }
        }

        @Override
        public void snapshot(StateWriter writer) {
            sums.forEach((key, sum) -> {
                BatchBuilder builder = new BatchBuilder(ROWS);
                builder.appendRow(1, key, sum);
                long[] hash = new long[1];
                RowHash.hash(builder.build(), new int[] {0}, hash);
                byte[] keyBytes = ByteBuffer.allocate(8).putLong(key).array();
                byte[] value = ByteBuffer.allocate(8).putLong(sum).array();
                int keyGroup = fault == Fault.WRONG_KEY_GROUP ? 0 : RowHash.keyGroup(hash[0]);
                writer.put("sums", keyGroup, keyBytes, value);
            });
        }

        @Override
        public void restore(StateReader reader) {
            if (fault != Fault.FORGETS_STATE) {
                reader.read(
                        "sums",
                        (keyGroup, key, keyStart, keyLength, value, valueStart, valueLength) -> sums.put(
                                ByteBuffer.wrap(key).getLong(keyStart),
                                ByteBuffer.wrap(value).getLong(valueStart)));
            }
        }
    }

    private static void run(Fault fault) {
        OperatorHarness.of(() -> new Summing(fault), ROWS, ROWS).exchange(0, 0).run(CASE);
    }

    @Test
    void aRightOperatorPasses() {
        run(Fault.NONE);
    }

    @Test
    void everyFaultIsFound() {
        for (Fault fault : Fault.values()) {
            if (fault != Fault.NONE) {
                assertThrows(AssertionError.class, () -> run(fault), fault.name());
            }
        }
    }

    @Test
    void theDiffNamesRowAndWay() {
        String message = assertThrows(AssertionError.class, () -> run(Fault.FORGETS_STATE))
                .getMessage();
        assertTrue(message.contains("epoch 2 of the case"), message);
        assertTrue(message.contains("restore=EACH_EPOCH"), message);
        assertTrue(message.contains("missing    + 1 7"), message);
    }

    @Test
    void rowsAreWrittenAndReadAlike() {
        Schema schema = SchemaText.parse(
                "a DECIMAL(20, 2), b STRING, c TIMESTAMP(3), d ARRAY<MAP<STRING, STRING>>, e BOOLEAN, f DATE, g DOUBLE");
        String text = "-1.50 'two words' 2026-01-31T10:00:00.500 [{a=1, b=NULL}, {c='x y'}] TRUE 2026-02-01 0.1";
        String rendered = RowText.render(schema, RowText.parse(schema, text));
        assertTrue(rendered.startsWith("-1.50 'two words' 2026-01-31T10:00:00.500 [{a=1, b=NULL}, {c="), rendered);
        assertTrue(rendered.endsWith("TRUE 2026-02-01 0.1"), rendered);
    }
}
