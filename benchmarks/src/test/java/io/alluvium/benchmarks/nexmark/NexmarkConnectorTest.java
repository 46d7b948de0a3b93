package io.alluvium.benchmarks.nexmark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.Clock;
import io.alluvium.core.operator.Counter;
import io.alluvium.core.operator.DeadLetters;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NexmarkConnectorTest {
    private static final List<String> Q0_COLUMNS = List.of("auction", "bidder", "price", "dateTime", "extra");

    private final NexmarkConnector connector = new NexmarkConnector();

    @Test
    void itIsFoundByItsName() {
        List<String> names = new ArrayList<>();
        ServiceLoader.load(ConnectorFactory.class).forEach(factory -> names.add(factory.name()));
        assertTrue(names.contains("nexmark"), names.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void itsBidsAreTheResultOfQ0AtAnyNumberOfSplits(int splits) {
        Source source = source("bid", Q0_COLUMNS, List.of(), Map.of("splits", Integer.toString(splits)));
        assertEquals(splits, source.splits().size());
        ResultLines lines = new ResultLines();
        for (String split : source.splits()) {
            read(source, split, null).forEach(lines::add);
        }
        assertNull(ExpectedResult.of("main", "q0").difference(lines, PeersFolder.expected()));
    }

    @Test
    void splitsAreSortedById() {
        List<String> splits =
                source("bid", Q0_COLUMNS, List.of(), Map.of("splits", "12")).splits();
        assertEquals(splits.stream().sorted().toList(), splits);
    }

    @Test
    void aReaderGoesOnAtAPosition() {
        Source source = source("bid", Q0_COLUMNS, List.of(), Map.of("splits", "2"));
        String split = source.splits().get(1);
        ResultLines whole = new ResultLines();
        read(source, split, null).forEach(whole::add);

        ResultLines parts = new ResultLines();
        SplitReader first = source.open(split, null, new NoContext());
        parts.add(first.poll());
        read(source, split, first.position()).forEach(parts::add);
        assertNull(parts.difference(whole));

        SplitReader end = source.open(split, null, new NoContext());
        while (end.poll() != null) {}
        assertTrue(end.finished());
        assertEquals(List.of(), read(source, split, end.position()));
    }

    @Test
    void aPositionOfAnotherVersionIsRefused() {
        Source source = source("bid", Q0_COLUMNS, List.of(), Map.of());
        AlluviumException e = assertThrows(
                AlluviumException.class,
                () -> source.open(source.splits().get(0), new byte[] {9, 0, 0, 0, 0, 0, 0, 0, 0}, new NoContext()));
        assertEquals(ErrorCode.STATE_VERSION, e.code());
    }

    @Test
    void theRowTagIsTheEventNumber() {
        Source source = source("auction", List.of("category"), List.of("row_tag"), Map.of("splits", "1"));
        RowBatch batch = read(source, source.splits().get(0), null).get(0);
        assertEquals(600, batch.size());
        assertArrayEquals(
                new long[] {1, 2, 3, 51, 52, 53},
                LongStream.range(0, 6)
                        .map(row -> batch.longs(1).values()[(int) row])
                        .toArray());
    }

    @Test
    void textsAreNotCopied() {
        Source source = source("bid", List.of("url", "channel"), List.of(), Map.of());
        List<RowBatch> batches = read(source, source.splits().get(0), null);
        assertSame(
                batches.get(0).bytes(0).data(),
                batches.get(batches.size() - 1).bytes(1).data());
    }

    @Test
    void aScanOfNoColumnsCountsItsRows() {
        Source source = source("person", List.of(), List.of(), Map.of());
        assertEquals(
                200,
                read(source, source.splits().get(0), null).stream()
                        .mapToInt(RowBatch::size)
                        .sum());
    }

    @Test
    void aColumnThatIsNoneOfTheStreamIsRefused() {
        AlluviumException e =
                assertThrows(AlluviumException.class, () -> source("bid", List.of("seller"), List.of(), Map.of()));
        assertEquals(ErrorCode.TABLE_INVALID, e.code());
        assertTrue(e.getMessage().contains("\"seller\""), e.getMessage());
    }

    @Test
    void aColumnOfAnotherTypeIsRefused() {
        Schema schema = Schema.of(new Field("price", DataType.string()));
        AlluviumException e = assertThrows(
                AlluviumException.class,
                () -> connector.source(context(schema, options("bid", Map.of())), request(schema, List.of())));
        assertEquals(ErrorCode.TABLE_INVALID, e.code());
        assertEquals("write BIGINT", e.hint());
    }

    @Test
    void impossibleOptionsAreRefused() {
        for (Map<String, String> wrong : List.of(
                Map.of("events", "-1"), Map.of("rate", "0"), Map.of("splits", "0"), Map.of("nexmark.table", "bids"))) {
            AlluviumException e = assertThrows(
                    AlluviumException.class, () -> source("bid", Q0_COLUMNS, List.of(), wrong), wrong.toString());
            assertEquals(ErrorCode.OPTION_INVALID, e.code());
        }
    }

    @Test
    void theFirstBatchIsNoted() {
        FirstEvent.forget();
        Source source = source("bid", Q0_COLUMNS, List.of(), Map.of());
        SplitReader reader = source.open(source.splits().get(0), null, new NoContext());
        assertNull(FirstEvent.mark());
        reader.poll();
        assertInstanceOf(ProcessMark.class, FirstEvent.mark());
    }

    private static List<RowBatch> read(Source source, String split, byte[] position) {
        List<RowBatch> batches = new ArrayList<>();
        try (SplitReader reader = source.open(split, position, new NoContext())) {
            for (RowBatch batch = reader.poll(); batch != null; batch = reader.poll()) {
                batches.add(batch);
            }
            assertTrue(reader.finished());
        }
        return batches;
    }

    private Source source(String table, List<String> columns, List<String> metadata, Map<String, String> more) {
        EventKind kind = EventKind.valueOf(table.toUpperCase(Locale.ROOT));
        List<Field> fields = new ArrayList<>();
        for (String column : columns) {
            int index = kind.schema().indexOf(column);
            fields.add(new Field(
                    column, index < 0 ? DataType.bigint() : kind.schema().type(index)));
        }
        Schema schema = new Schema(fields);
        return connector.source(context(schema, options(table, more)), request(schema, metadata));
    }

    private static Map<String, String> options(String table, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of("nexmark.table", table, "events", "10000", "rate", "250"));
        options.putAll(more);
        return options;
    }

    private static ScanRequest request(Schema physical, List<String> metadata) {
        Schema schema = physical;
        for (String key : metadata) {
            schema = schema.concat(Schema.of(new Field(key, DataType.bigint())));
        }
        return new ScanRequest(physical.fields().stream().map(Field::name).toList(), metadata, schema);
    }

    private TableContext context(Schema schema, Map<String, String> options) {
        TableSpec table = new TableSpec("default.events", "nexmark", schema, List.of(), options);
        Options checked = Options.check("table \"default.events\"", connector.options(), options);
        return new TableContext(table, checked, new NoFormats(), ZoneOffset.UTC, Path.of("."), Clock.system());
    }

    /** The stream has neither bad records nor counters. */
    private record NoContext() implements SourceContext {
        @Override
        public String node() {
            return "scan";
        }

        @Override
        public DeadLetters deadLetters() {
            throw new AssertionError();
        }

        @Override
        public Counter counter(String name) {
            throw new AssertionError(name);
        }
    }

    private record NoFormats() implements FormatRegistry {
        @Override
        public FormatFactory format(String name) {
            throw new AssertionError(name);
        }

        @Override
        public Collection<String> names() {
            return List.of();
        }
    }
}
