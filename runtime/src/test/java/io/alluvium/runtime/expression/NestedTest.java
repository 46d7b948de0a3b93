package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.bigint;
import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.expect;
import static io.alluvium.runtime.expression.Expressions.integer;
import static io.alluvium.runtime.expression.Expressions.nothing;
import static io.alluvium.runtime.expression.Expressions.test;
import static io.alluvium.runtime.expression.Expressions.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

class NestedTest {
    private static final DataType TEXTS = DataType.array(DataType.string());
    private static final DataType MAP = DataType.map(DataType.string(), DataType.string());

    @Test
    void items() {
        Expression array = call("ARRAY", TEXTS, text("a"), nothing(DataType.string()), text("c"));
        expect("a", call("ITEM", DataType.string(), array, integer(1)));
        expect("NULL", call("ITEM", DataType.string(), array, integer(2)));
        expect("c", call("ITEM", DataType.string(), array, integer(3)));
        expect("NULL", call("ITEM", DataType.string(), array, integer(0)));
        expect("NULL", call("ITEM", DataType.string(), array, integer(4)));
        Expression map = call("MAP", MAP, text("id"), text("7"), text("name"), nothing(DataType.string()));
        expect("7", call("ITEM", DataType.string(), map, text("id")));
        expect("NULL", call("ITEM", DataType.string(), map, text("name")));
        expect("NULL", call("ITEM", DataType.string(), map, text("other")));
        Expression numbers = call("MAP", DataType.map(DataType.bigint(), DataType.bigint()), bigint(5), bigint(50));
        expect("50", call("ITEM", DataType.bigint(), numbers, integer(5)));
    }

    @Test
    void constructorsNest() {
        DataType row = DataType.row(new DataType.Field("id", DataType.bigint()), new DataType.Field("tags", TEXTS));
        Expression value = call("ROW", row, bigint(9), call("ARRAY", TEXTS, text("x"), text("y")));
        expect("(9, [x, y])", value);
        expect("[x, y]", call("FIELD", TEXTS, value, bigint(1)));
        expect("y", call("ITEM", DataType.string(), call("FIELD", TEXTS, value, bigint(1)), integer(2)));
        DataType rows = DataType.array(row);
        Expression array = call("ARRAY", rows, value, nothing(row), value);
        expect("[(9, [x, y]), NULL, (9, [x, y])]", array);
        expect("9", call("FIELD", DataType.bigint(), call("ITEM", row, array, integer(3)), bigint(0)));
        expect("NULL", call("FIELD", DataType.bigint(), call("ITEM", row, array, integer(2)), bigint(0)));
        expect("[]", new Expression.Call("ARRAY", List.of(), TEXTS, null));
    }

    @Test
    void equalValuesHaveEqualBytes() {
        Expression one = call("MAP", MAP, text("a"), text("1"), text("b"), text("2"));
        Expression other = call("MAP", MAP, text("b"), text("2"), text("a"), text("1"));
        expect("TRUE", test("=", one, other));
        assertEquals(
                "a key of a MAP is NULL",
                Expressions.fails(
                        ErrorCode.EXPRESSION_FAILED, call("MAP", MAP, nothing(DataType.string()), text("1"))));
    }
}
