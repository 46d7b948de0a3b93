package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** ITEM, FIELD and the constructors ARRAY, MAP and ROW. */
final class NestedCalls {
    private static final String READER = NestedReader.class.getName();
    private static final String MAKER = NestedMaker.class.getName();

    private NestedCalls() {}

    static void register(Map<String, CallWriter> writers) {
        writers.put("ITEM", NestedCalls::item);
        writers.put("FIELD", NestedCalls::field);
        writers.put("ARRAY", NestedCalls::make);
        writers.put("MAP", NestedCalls::make);
        writers.put("ROW", NestedCalls::make);
    }

    private static Value item(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value collection = expressions.write(call.operands().get(0), body);
        Value index = expressions.write(call.operands().get(1), body);
        String isNull = body.anyNull(collection, index);
        if (isNull.equals("true")) {
            return Value.nullOf(call.type());
        }
        if (collection.type() instanceof DataType.Array array) {
            String reader = body.source().constant(NestedReader.element(array), READER);
            return read(
                    call,
                    array.element(),
                    isNull,
                    body,
                    reader + ".findElement(" + collection.range() + ", " + index.first() + ")",
                    reader);
        }
        if (!(collection.type() instanceof DataType.MapOf map)) {
            throw new AlluviumException(
                    ErrorCode.TYPE_MISMATCH, call.position(), collection.type().sql() + " has no items", null, null);
        }
        String reader = body.source().constant(NestedReader.value(map), READER);
        Value key = CastCalls.convert(index, map.key(), call.position(), body);
        String find =
                switch (key.form()) {
                    case BYTES -> "findBytes(" + collection.range() + ", " + key.range() + ")";
                    case LONG -> "findLong(" + collection.range() + ", " + key.first() + ")";
                    case BOOLEAN -> "findLong(" + collection.range() + ", " + key.first() + " ? 1L : 0L)";
                    case DOUBLE -> "findDouble(" + collection.range() + ", " + key.first() + ")";
                    case WIDE -> "findWide(" + collection.range() + ", " + key.halves() + ")";
                };
        return read(call, map.value(), isNull, body, reader + "." + find, reader);
    }

    private static Value field(Expression.Call call, Body body, ExpressionWriter expressions) {
        Value row = expressions.write(call.operands().get(0), body);
        if (row.isAlwaysNull()) {
            return Value.nullOf(call.type());
        }
        DataType.Row type = (DataType.Row) row.type();
        int index = (int) (long) (Long)
                Objects.requireNonNull(((Expression.Literal) call.operands().get(1)).value());
        String reader = body.source().constant(NestedReader.fields(type), READER);
        DataType fieldType = type.fields().get(index).type();
        return read(
                call, fieldType, row.isNull(), body, reader + ".findField(" + row.range() + ", " + index + ")", reader);
    }

    /** A reader's find method positions it; its accessors then give the value. */
    private static Value read(
            Expression.Call call, DataType held, String isNull, Body body, String find, String reader) {
        String mark = body.declareNull(isNull);
        Value result = body.declare(held.withNullable(true), mark);
        boolean begun = body.beginNotNull(isNull);
        body.line("if (!" + find + ") { " + mark + " = true; } else {");
        switch (result.form()) {
            case BOOLEAN -> body.line(result.first() + " = " + reader + ".longValue() != 0L;");
            case LONG -> body.line(result.first() + " = " + reader + ".longValue();");
            case DOUBLE -> body.line(result.first() + " = " + reader + ".doubleValue();");
            case WIDE -> body.line(result.first() + " = " + reader + ".high();")
                    .line(result.second() + " = " + reader + ".low();");
            case BYTES -> body.line(result.first() + " = " + reader + ".data();")
                    .line(result.second() + " = " + reader + ".bytesStart();")
                    .line(result.third() + " = " + reader + ".bytesLength();");
        }
        body.line("}");
        body.endNotNull(begun);
        return CastCalls.convert(result, call.type(), call.position(), body);
    }

    private static Value make(Expression.Call call, Body body, ExpressionWriter expressions) {
        DataType type = call.type();
        List<Expression> operands = call.operands();
        ColumnKind[] kinds = new ColumnKind[operands.size()];
        DataType[] parts = new DataType[operands.size()];
        for (int i = 0; i < kinds.length; i++) {
            parts[i] = part(type, i);
            kinds[i] = parts[i].kind();
        }
        // a maker is busy while its parts are computed, so nested constructors have makers of their own
        String maker = body.source().constant(new NestedMaker(type, kinds), MAKER);
        body.line(maker + ".start();");
        for (int i = 0; i < kinds.length; i++) {
            Value part = CastCalls.convert(expressions.write(operands.get(i), body), parts[i], call.position(), body);
            if (part.isAlwaysNull()) {
                body.line(maker + ".setNull(" + i + ");");
                continue;
            }
            String set =
                    switch (part.form()) {
                        case BOOLEAN -> maker + ".setLong(" + i + ", " + part.first() + " ? 1L : 0L);";
                        case LONG -> maker + ".setLong(" + i + ", " + part.first() + ");";
                        case DOUBLE -> maker + ".setDouble(" + i + ", " + part.first() + ");";
                        case WIDE -> maker + ".setWide(" + i + ", " + part.halves() + ");";
                        case BYTES -> maker + ".setBytes(" + i + ", " + part.range() + ");";
                    };
            body.line(
                    part.isNeverNull()
                            ? set
                            : "if (" + part.isNull() + ") { " + maker + ".setNull(" + i + "); } else { " + set + " }");
        }
        Value result = body.declare(type, "false");
        body.line(result.first() + " = " + maker + ".make(" + body.site(call.position()) + ");")
                .line(result.third() + " = " + result.first() + ".length;");
        return result;
    }

    private static DataType part(DataType type, int index) {
        if (type instanceof DataType.Array array) {
            return array.element();
        }
        if (type instanceof DataType.MapOf map) {
            return index % 2 == 0 ? map.key() : map.value();
        }
        return ((DataType.Row) type).fields().get(index).type();
    }

    static ColumnKind[] repeat(ColumnKind kind, int times) {
        ColumnKind[] kinds = new ColumnKind[times];
        Arrays.fill(kinds, kind);
        return kinds;
    }
}
