package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.bigint;
import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.cast;
import static io.alluvium.runtime.expression.Expressions.column;
import static io.alluvium.runtime.expression.Expressions.decimal;
import static io.alluvium.runtime.expression.Expressions.test;
import static io.alluvium.runtime.expression.Expressions.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CalcTest {
    private static final DataType BIGINT = DataType.bigint();
    private static final DataType STRING = DataType.string();
    private static final FunctionContext CONTEXT = new ConstantContext(ZoneOffset.UTC, 0);
    private static final Schema SCHEMA =
            Schema.of(new DataType.Field("id", BIGINT), new DataType.Field("name", STRING));

    private static RowBatch batch() {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        builder.appendRow(1, 10L, utf8("ann"));
        builder.appendRow(-1, 0L, utf8("bob"));
        builder.appendRow(3, null, utf8("cid"));
        builder.appendRow(1, 40L, null);
        return builder.build();
    }

    private static byte[] utf8(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static Schema schemaOf(List<Expression> projections) {
        List<DataType.Field> fields = new ArrayList<>();
        for (Expression projection : projections) {
            fields.add(new DataType.Field("c" + fields.size(), projection.type()));
        }
        return new Schema(fields);
    }

    private static String rows(@Nullable RowBatch batch) {
        if (batch == null) {
            return "none";
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < batch.size(); row++) {
            text.append(batch.weight(row)).append(':');
            for (int i = 0; i < batch.schema().size(); i++) {
                Object value = batch.column(i).value(row);
                text.append(' ')
                        .append(
                                value == null
                                        ? "NULL"
                                        : ValueText.render(value, batch.schema().type(i), ZoneOffset.UTC));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static @Nullable RowBatch apply(
            @Nullable Expression condition, List<Expression> projections, RowBatch batch, RowErrors errors) {
        return ExpressionCompiler.compile(batch.schema(), condition, projections, schemaOf(projections))
                .apply(batch, CONTEXT, errors);
    }

    @Test
    void columnsPassThroughWithoutACopy() {
        RowBatch batch = batch();
        RowBatch out = apply(null, List.of(column(1, STRING), column(0, BIGINT)), batch, RowErrors.STRICT);
        assertNotNull(out);
        assertSame(batch.column(1), out.column(0));
        assertSame(batch.column(0), out.column(1));
        assertSame(batch.weights(), out.weights());
        RowBatch all = apply(
                test(">=", column(0, BIGINT), bigint(-1)),
                List.of(column(0, BIGINT)),
                batch.gather(new int[] {0, 1}, 2),
                RowErrors.STRICT);
        assertNotNull(all);
        assertEquals(2, all.size());
    }

    @Test
    void filtersAndProjects() {
        List<Expression> projections = List.of(
                call("+", BIGINT, column(0, BIGINT), bigint(1)),
                call("UPPER", STRING, column(1, STRING)),
                text("x"),
                column(1, STRING));
        assertEquals(
                "1: 11 ANN x ann\n1: 41 NULL x NULL\n",
                rows(apply(test(">", column(0, BIGINT), bigint(0)), projections, batch(), RowErrors.STRICT)));
        assertEquals(
                "none", rows(apply(test(">", column(0, BIGINT), bigint(99)), projections, batch(), RowErrors.STRICT)));
    }

    @Test
    void aRowThatFailsIsReportedAndTheOthersGoOn() {
        List<String> reported = new ArrayList<>();
        RowErrors errors = (in, row, error) -> reported.add(in.weight(row) + " row " + row + " " + error.code() + " "
                + (error.position() == null ? "?" : error.position().label()));
        Expression division = call("/", BIGINT, bigint(100), column(0, BIGINT));
        RowBatch out = apply(null, List.of(division, cast(column(1, STRING), DataType.integer())), batch(), errors);
        assertEquals("1: 2 NULL\n", rows(out));
        assertEquals(
                List.of(
                        "1 row 0 CAST_FAILED q.sql:3:7",
                        "-1 row 1 DIVISION_BY_ZERO q.sql:3:7",
                        "3 row 2 CAST_FAILED q.sql:3:7"),
                reported);
        reported.clear();
        assertEquals(
                "1: 40\n", rows(apply(test("<", division, bigint(5)), List.of(column(0, BIGINT)), batch(), errors)));
        assertEquals(List.of("-1 row 1 DIVISION_BY_ZERO q.sql:3:7"), reported);
    }

    @Test
    void predicatesSelect() {
        CompiledPredicate predicate =
                ExpressionCompiler.predicate(SCHEMA, test("LIKE", column(1, STRING), text("%b%")));
        int[] rows = new int[4];
        assertEquals(1, predicate.select(batch(), rows, CONTEXT, RowErrors.STRICT));
        assertEquals(1, rows[0]);
    }

    @Test
    void oneExpressionGivesNullWhereItFails() {
        CompiledExpression expression =
                ExpressionCompiler.expression(SCHEMA, call("/", BIGINT, bigint(100), column(0, BIGINT)));
        List<Integer> failed = new ArrayList<>();
        Column column = expression.evaluate(batch(), CONTEXT, (in, row, error) -> failed.add(row));
        assertEquals(List.of(1), failed);
        assertEquals(10L, column.value(0));
        assertNull(column.value(1));
        assertNull(column.value(2));
        assertEquals(2L, column.value(3));
    }

    @Test
    void anInstanceIsReusable() {
        CompiledCalc calc = ExpressionCompiler.compile(
                SCHEMA,
                null,
                List.of(call("CONCAT", STRING, column(1, STRING), text("!"))),
                Schema.of(new DataType.Field("c", STRING)));
        RowBatch first = calc.apply(batch(), CONTEXT, RowErrors.STRICT);
        RowBatch second = calc.apply(batch().gather(new int[] {1}, 1), CONTEXT, RowErrors.STRICT);
        assertNotNull(first);
        assertNotNull(second);
        assertEquals("ann!", new String((byte[]) first.column(0).value(0), StandardCharsets.UTF_8));
        assertEquals("bob!", new String((byte[]) second.column(0).value(0), StandardCharsets.UTF_8));
    }

    @Test
    void decimalsOfFieldCases() {
        DataType ten = DataType.decimal(10, 2);
        DataType wide = DataType.decimal(38, 2);
        Expression sum =
                call("+", wide, call("+", wide, decimal("0.1", 10, 2), decimal("0.2", 10, 2)), decimal("0.3", 10, 2));
        assertEquals("0.60", Expressions.eval(sum));
        assertEquals("0.30", Expressions.eval(call("-", wide, sum, cast(decimal("0.3"), ten))));
    }

    @Test
    void plainExpressionsAllocateNothingARow() {
        List<Expression> projections = List.of(
                call("+", BIGINT, column(0, BIGINT), bigint(1)),
                call("CASE", STRING, test("=", column(1, STRING), text("ann")), text("first"), column(1, STRING)),
                call(
                        "DATE_FORMAT",
                        STRING,
                        call("REINTERPRET", DataType.timestamp(3), column(0, BIGINT)),
                        text("yyyy-MM-dd")));
        String source = ExpressionCompiler.sourceOf(
                SCHEMA, test("LIKE", column(1, STRING), text("a%")), projections, schemaOf(projections));
        for (String loop : source.split("for \\(", -1)) {
            String body = loop.substring(0, Math.max(0, loop.indexOf("return new")));
            assertFalse(body.contains("new "), () -> "allocates: " + body);
            assertFalse(body.contains("valueOf("), () -> "boxes: " + body);
        }
        assertFalse(source.contains("java.lang.String"), source);
    }

    @Test
    void equalSourcesShareOneClass() {
        Schema schema = Schema.of(new DataType.Field("a", BIGINT.withNullable(false)));
        CompiledCalc one = ExpressionCompiler.compile(
                schema, null, List.of(call("+", BIGINT, column(0, BIGINT), bigint(7))), schema);
        String source = ExpressionCompiler.sourceOf(
                schema, null, List.of(call("+", BIGINT, column(0, BIGINT), bigint(7))), schema);
        assertFalse(source.contains("nulls[row]"), "a NOT NULL column is not checked");
        Kernel first = KernelCompiler.instantiate(source, new Object[0]);
        Kernel second = KernelCompiler.instantiate(source, new Object[0]);
        assertSame(first.getClass(), second.getClass());
        RowBatch out = one.apply(
                new RowBatch(schema, List.of(new LongColumn(new long[] {1, 2}, null)), 2, null),
                CONTEXT,
                RowErrors.STRICT);
        assertNotNull(out);
        assertArrayEquals(new long[] {8, 9}, out.longs(0).values());
        assertTrue(out.longs(0).nulls() == null);
    }
}
