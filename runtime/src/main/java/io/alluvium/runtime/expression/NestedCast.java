package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionContext;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Casts ARRAY, MAP and ROW values part by part, each part with the compiled cast of its type, and renders them as text. Not for
 * several threads.
 */
public final class NestedCast {
    private final DataType from;
    private final DataType to;
    private final List<CompiledExpression> parts = new ArrayList<>();
    private final List<Schema> partSchemas = new ArrayList<>();

    /** @param function that converts the parts: CAST or ASSIGN */
    NestedCast(DataType from, DataType to, String function) {
        this.from = from;
        this.to = to;
        List<DataType> sources = parts(from);
        List<DataType> targets = parts(to);
        for (int i = 0; i < sources.size(); i++) {
            Schema schema = Schema.of(new DataType.Field("part", sources.get(i).withNullable(true)));
            DataType target = targets.get(i).withNullable(true);
            Expression column = new Expression.Column(0, schema.type(0));
            boolean same = schema.type(0).sql().equals(target.sql());
            partSchemas.add(schema);
            parts.add(ExpressionCompiler.expression(
                    schema, same ? column : new Expression.Call(function, List.of(column), target, null)));
        }
    }

    /** True between two arrays, two maps, or two rows of as many fields. */
    static boolean possible(DataType from, DataType to) {
        return (from instanceof DataType.Array && to instanceof DataType.Array)
                || (from instanceof DataType.MapOf && to instanceof DataType.MapOf)
                || (from instanceof DataType.Row a
                        && to instanceof DataType.Row b
                        && a.fields().size() == b.fields().size());
    }

    private static List<DataType> parts(DataType type) {
        if (type instanceof DataType.Array array) {
            return List.of(array.element());
        }
        if (type instanceof DataType.MapOf map) {
            return List.of(map.key(), map.value());
        }
        return ((DataType.Row) type).fields().stream().map(DataType.Field::type).toList();
    }

    public byte[] apply(byte[] data, int start, int length, FunctionContext context, int site) {
        if (from instanceof DataType.Array array) {
            return array(data, start, 0, array.element(), ((DataType.Array) to).element(), context, site);
        }
        if (from instanceof DataType.MapOf map) {
            return map(data, start, map, (DataType.MapOf) to, context, site);
        }
        RowCodec source = RowCodec.of((DataType.Row) from);
        Column[] fields = new Column[parts.size()];
        for (int i = 0; i < fields.length; i++) {
            ColumnBuilder builder = new ColumnBuilder(source.kind(i));
            source.append(data, start, i, builder);
            fields[i] = cast(i, builder.build(), 1, context, site);
        }
        return RowCodec.of((DataType.Row) to).encode(fields, 0);
    }

    private byte[] array(
            byte[] data,
            int start,
            int part,
            DataType element,
            DataType newElement,
            FunctionContext context,
            int site) {
        return NestedValues.array(newElement.kind(), elements(data, start, part, element, context, site));
    }

    private List<@Nullable Object> elements(
            byte[] data, int start, int part, DataType element, FunctionContext context, int site) {
        int size = NestedValues.arraySize(data, start);
        RowCodec codec = NestedValues.codec(element.kind(), size);
        ColumnBuilder builder = new ColumnBuilder(element.kind());
        for (int i = 0; i < size; i++) {
            codec.append(data, start + 4, i, builder);
        }
        Column column = cast(part, builder.build(), size, context, site);
        List<@Nullable Object> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(column.value(i));
        }
        return values;
    }

    private byte[] map(
            byte[] data, int start, DataType.MapOf source, DataType.MapOf target, FunctionContext context, int site) {
        List<@Nullable Object> keys = elements(data, NestedValues.mapKeys(start), 0, source.key(), context, site);
        List<@Nullable Object> values =
                elements(data, NestedValues.mapValues(data, start), 1, source.value(), context, site);
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            entries.put(keys.get(i), values.get(i));
        }
        return NestedValues.map(target, entries);
    }

    private Column cast(int part, Column column, int size, FunctionContext context, int site) {
        RowBatch batch = new RowBatch(partSchemas.get(part), List.of(column), size, null);
        return parts.get(part).evaluate(batch, context, (in, row, error) -> {
            throw failure(error, site);
        });
    }

    private static RowFailure failure(AlluviumException error, int site) {
        return new RowFailure(error.code(), error.problem(), site);
    }

    /** The text of a nested value. */
    public static byte[] text(byte[] data, int start, int length, DataType type, ZoneShift zone) {
        return ValueText.render(Arrays.copyOfRange(data, start, start + length), type, zone.zone())
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes for a column: too many of them are a failure. */
    public static byte[] fittingBinary(byte[] data, int start, int length, int wanted, boolean fixed, int site) {
        if (length > wanted) {
            throw new RowFailure(
                    ErrorCode.VALUE_TOO_LONG,
                    length + " bytes are too many for " + (fixed ? "BINARY(" : "VARBINARY(") + wanted + ")",
                    site);
        }
        return binary(data, start, length, wanted, fixed);
    }

    /** Cuts bytes to a length; BINARY(n) is filled up with zero bytes. */
    public static byte[] binary(byte[] data, int start, int length, int wanted, boolean fixed) {
        int kept = Math.min(length, wanted);
        byte[] cut = new byte[fixed ? wanted : kept];
        System.arraycopy(data, start, cut, 0, kept);
        return cut;
    }
}
