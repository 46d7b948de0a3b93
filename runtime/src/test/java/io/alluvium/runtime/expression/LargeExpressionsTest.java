package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.bigint;
import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.column;
import static io.alluvium.runtime.expression.Expressions.test;
import static io.alluvium.runtime.expression.Expressions.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.LongColumn;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expressions of a size that people generate: they compile, and into methods that the JVM compiles in turn. */
class LargeExpressionsTest {
    private static final DataType BIGINT = DataType.bigint();
    private static final int LIMIT = 8_000;

    private static Schema columns(int count) {
        List<DataType.Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(new DataType.Field("c" + i, BIGINT));
        }
        return new Schema(fields);
    }

    private static void assertMethodsAreShort(Schema input, Expression condition, List<Expression> projections)
            throws IOException {
        List<DataType.Field> fields = new ArrayList<>();
        projections.forEach(projection -> fields.add(new DataType.Field("p", projection.type())));
        String source = ExpressionCompiler.sourceOf(input, condition, projections, new Schema(fields));
        for (Map.Entry<String, byte[]> compiled :
                KernelCompiler.compiler(source).getBytecodes().entrySet()) {
            int longest = longestMethod(compiled.getValue());
            assertTrue(longest < LIMIT, () -> "a method of " + longest + " bytecodes");
            assertTrue(longest > 50, () -> "the class file was not read: " + longest);
        }
    }

    @Test
    void aCaseOf500Branches() throws IOException {
        List<Expression> operands = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            operands.add(test("=", column(0, BIGINT), bigint(i * 2L)));
            operands.add(text("value " + i));
        }
        operands.add(text("other"));
        Expression large = new Expression.Call("CASE", operands, DataType.string(), null);
        Schema schema = columns(1);
        assertMethodsAreShort(schema, test("=", large, text("x")), List.of(large));
        CompiledExpression compiled = ExpressionCompiler.expression(schema, large);
        long[] values = {0, 998, 1, 500};
        Column result = compiled.evaluate(
                new RowBatch(schema, List.of(new LongColumn(values, null)), 4, null),
                new ConstantContext(ZoneOffset.UTC, 0),
                RowErrors.STRICT);
        String[] expected = {"value 0", "value 499", "other", "value 250"};
        for (int i = 0; i < 4; i++) {
            assertEquals(expected[i], new String((byte[]) result.value(i), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aProjectionOf1000Columns() throws IOException {
        Schema schema = columns(1000);
        List<Expression> projections = new ArrayList<>();
        List<Column> input = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            projections.add(call("+", BIGINT, column(i, BIGINT), bigint(1)));
            input.add(new LongColumn(new long[] {i, -i}, null));
        }
        assertMethodsAreShort(schema, null, projections);
        CompiledCalc calc = ExpressionCompiler.compile(schema, null, projections, schema);
        RowBatch out = calc.apply(
                new RowBatch(schema, input, 2, null), new ConstantContext(ZoneOffset.UTC, 0), RowErrors.STRICT);
        assertNotNull(out);
        assertEquals(1000L, out.column(999).value(0));
        assertEquals(-998L, out.column(999).value(1));
    }

    @Test
    void aConditionOf1000Terms() throws IOException {
        Schema schema = columns(3);
        List<Expression> terms = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            terms.add(test(
                    "AND",
                    test(">", column(i % 3, BIGINT), bigint(i)),
                    test("LIKE", Expressions.cast(column(0, BIGINT), DataType.string()), text("%" + i))));
        }
        Expression any = new Expression.Call("OR", terms, DataType.bool(), null);
        assertMethodsAreShort(schema, any, List.of(any));
        Expression all = new Expression.Call("AND", terms, DataType.bool(), null);
        assertMethodsAreShort(schema, all, List.of(all));
    }

    @Test
    void aSumOf1000Terms() throws IOException {
        Schema schema = columns(1);
        Expression sum = column(0, BIGINT);
        for (int i = 0; i < 1000; i++) {
            sum = call("+", BIGINT, sum, column(0, BIGINT));
        }
        assertMethodsAreShort(schema, null, List.of(sum));
        Column result = ExpressionCompiler.expression(schema, sum)
                .evaluate(
                        new RowBatch(schema, List.of(new LongColumn(new long[] {3}, null)), 1, null),
                        new ConstantContext(ZoneOffset.UTC, 0),
                        RowErrors.STRICT);
        assertEquals(3003L, result.value(0));
    }

    /** Reads a class file far enough to find the longest Code attribute. */
    private static int longestMethod(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        in.readInt();
        in.readInt();
        int constants = in.readUnsignedShort();
        String[] texts = new String[constants];
        for (int i = 1; i < constants; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    i++;
                }
                case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
                case 15 -> in.skipBytes(3);
                default -> throw new IOException("constant tag " + tag);
            }
        }
        in.skipBytes(6);
        in.skipBytes(2 * in.readUnsignedShort());
        int longest = 0;
        for (int part = 0; part < 2; part++) { // fields, then methods
            int members = in.readUnsignedShort();
            for (int i = 0; i < members; i++) {
                in.skipBytes(6);
                int attributes = in.readUnsignedShort();
                for (int a = 0; a < attributes; a++) {
                    String name = texts[in.readUnsignedShort()];
                    int length = in.readInt();
                    if ("Code".equals(name)) {
                        in.readInt();
                        int code = in.readInt();
                        longest = Math.max(longest, code);
                        in.skipBytes(length - 8);
                    } else {
                        in.skipBytes(length);
                    }
                }
            }
        }
        return longest;
    }
}
