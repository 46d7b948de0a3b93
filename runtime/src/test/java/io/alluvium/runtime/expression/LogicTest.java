package io.alluvium.runtime.expression;

import static io.alluvium.runtime.expression.Expressions.bigint;
import static io.alluvium.runtime.expression.Expressions.bool;
import static io.alluvium.runtime.expression.Expressions.call;
import static io.alluvium.runtime.expression.Expressions.charText;
import static io.alluvium.runtime.expression.Expressions.decimal;
import static io.alluvium.runtime.expression.Expressions.doubles;
import static io.alluvium.runtime.expression.Expressions.expect;
import static io.alluvium.runtime.expression.Expressions.integer;
import static io.alluvium.runtime.expression.Expressions.nothing;
import static io.alluvium.runtime.expression.Expressions.test;
import static io.alluvium.runtime.expression.Expressions.text;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogicTest {
    private static final Expression TRUE = bool(true);
    private static final Expression FALSE = bool(false);
    private static final Expression UNKNOWN = nothing(DataType.bool());
    private static final Expression FAILING =
            test("=", call("/", DataType.integer(), integer(1), integer(0)), integer(1));

    @Test
    void logicHasThreeValues() {
        String[] and = {"TRUE", "FALSE", "NULL", "FALSE", "FALSE", "FALSE", "NULL", "FALSE", "NULL"};
        String[] or = {"TRUE", "TRUE", "TRUE", "TRUE", "FALSE", "NULL", "TRUE", "NULL", "NULL"};
        List<Expression> values = List.of(TRUE, FALSE, hidden(UNKNOWN));
        for (int i = 0; i < 9; i++) {
            expect(and[i], test("AND", values.get(i / 3), values.get(i % 3)));
            expect(or[i], test("OR", values.get(i / 3), values.get(i % 3)));
            expect(and[i], test("AND", hidden(values.get(i / 3)), hidden(values.get(i % 3))));
            expect(or[i], test("OR", hidden(values.get(i / 3)), hidden(values.get(i % 3))));
        }
        expect("NULL", test("NOT", UNKNOWN));
        expect("FALSE", test("NOT", hidden(TRUE)));
        expect("FALSE", test("IS TRUE", UNKNOWN));
        expect("TRUE", test("IS NOT TRUE", hidden(UNKNOWN)));
        expect("TRUE", test("IS FALSE", hidden(FALSE)));
        expect("TRUE", test("IS NOT FALSE", hidden(UNKNOWN)));
        expect("TRUE", test("IS NULL", hidden(UNKNOWN)));
        expect("FALSE", test("IS NOT NULL", UNKNOWN));
    }

    /** The same value in a form that the compiler cannot see through. */
    private static Expression hidden(Expression value) {
        return call("CASE", DataType.bool(), test("=", integer(1), integer(1)), value, FALSE);
    }

    @Test
    void whatIsDecidedIsNotEvaluated() {
        expect("FALSE", test("AND", FALSE, FAILING));
        expect("TRUE", test("OR", TRUE, FAILING));
        expect(
                "1",
                call(
                        "COALESCE",
                        DataType.integer(),
                        integer(1),
                        call("/", DataType.integer(), integer(1), integer(0))));
        expect(
                "7",
                call(
                        "CASE",
                        DataType.integer(),
                        FALSE,
                        call("/", DataType.integer(), integer(1), integer(0)),
                        integer(7)));
        expect("NULL", call("CASE", DataType.integer(), UNKNOWN, integer(1), nothing(DataType.integer())));
        expect("NULL", call("COALESCE", DataType.integer(), nothing(DataType.integer()), nothing(DataType.integer())));
    }

    @Test
    void comparisonsOfEveryKind() {
        expect("TRUE", test("<", bigint(-5), integer(3)));
        expect("TRUE", test("=", decimal("1.50"), decimal("1.5")));
        expect("TRUE", test(">", decimal("12345678901234567890123.5"), integer(3)));
        expect("TRUE", test("<", decimal("0.1"), doubles(0.5)));
        expect("TRUE", test("<>", text("a"), text("b")));
        expect("TRUE", test("<", text("a"), text("ab")));
        expect("TRUE", test("<", text("z"), text("北")));
        expect("TRUE", test("<", text("\uFFFD"), text("😀"))); // code points, not UTF-16 units
        expect("FALSE", test("=", text("ab "), text("ab")));
        expect("TRUE", test("=", charText("ab "), charText("ab")));
        expect("TRUE", test("<", FALSE, TRUE));
        expect("NULL", test("=", integer(1), nothing(DataType.integer())));
    }

    @Test
    void kindsAreBroughtTogetherOrFail() {
        Expression date = Expressions.cast(text("2024-01-01"), DataType.date());
        Expression wall = Expressions.cast(text("2024-01-01 00:00:00"), DataType.timestamp(3));
        Expression instant = Expressions.cast(text("2023-12-31 16:00:00Z"), DataType.timestampLtz(3));
        expect("TRUE", test("=", date, wall));
        expect("TRUE", test("=", wall, instant)); // in Shanghai
        expect("TRUE", test("<=", instant, date));
        expect("TRUE", test("=", integer(1), text("01")));
        expect("TRUE", test("IS NOT DISTINCT FROM", text("2024-01-01"), date));
        Expressions.fails(ErrorCode.CAST_FAILED, test("=", integer(1), text("abc")));
    }

    @Test
    void nanIsOneValueAboveAllOthers() {
        Expression nan = call("/", DataType.doubles(), doubles(0), doubles(0));
        expect("TRUE", test("=", nan, nan));
        expect("FALSE", test("<>", nan, nan));
        expect("TRUE", test(">", nan, doubles(Double.POSITIVE_INFINITY)));
        expect("TRUE", test("<=", doubles(1), nan));
        expect("FALSE", test("<", nan, nan));
        expect("TRUE", test(">=", nan, nan));
        expect("TRUE", test("=", doubles(0.0), doubles(-0.0)));
    }

    @Test
    void distinctFromSeesNull() {
        Expression none = nothing(DataType.integer());
        expect("TRUE", test("IS NOT DISTINCT FROM", none, none));
        expect("FALSE", test("IS NOT DISTINCT FROM", integer(1), none));
        expect("TRUE", test("IS DISTINCT FROM", integer(1), none));
        expect("FALSE", test("IS DISTINCT FROM", text("a"), text("a")));
    }

    @Test
    void inFollowsTheStandard() {
        expect("TRUE", test("IN", integer(1), integer(1), nothing(DataType.integer())));
        expect("NULL", test("IN", integer(3), integer(1), nothing(DataType.integer())));
        expect("FALSE", test("IN", integer(3), integer(1), integer(2)));
        expect("NULL", test("IN", nothing(DataType.integer()), integer(1)));
        List<Expression> numbers = new ArrayList<>();
        List<Expression> texts = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            numbers.add(integer(i * 3L));
            texts.add(text("t" + i * 3));
        }
        expect("TRUE", in(integer(2997), numbers));
        expect("FALSE", in(integer(2998), numbers));
        expect("TRUE", in(text("t2997"), texts));
        expect("FALSE", in(text("t2998"), texts));
        numbers.add(nothing(DataType.integer()));
        expect("NULL", in(integer(2998), numbers));
        expect("TRUE", in(integer(0), numbers));
    }

    private static Expression in(Expression value, List<Expression> candidates) {
        List<Expression> operands = new ArrayList<>(candidates);
        operands.add(0, value);
        return new Expression.Call("IN", operands, DataType.bool(), Expressions.HERE);
    }
}
