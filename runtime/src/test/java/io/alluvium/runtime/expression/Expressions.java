package io.alluvium.runtime.expression;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Assertions;

/** Short names for building expressions in tests, and for evaluating them to text. */
final class Expressions {
    static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    static final SourcePosition HERE = new SourcePosition("q.sql", 3, 7, 3, 11, null);

    private Expressions() {}

    static Expression column(int index, DataType type) {
        return new Expression.Column(index, type);
    }

    static Expression bigint(long value) {
        return new Expression.Literal(value, DataType.bigint());
    }

    static Expression integer(long value) {
        return new Expression.Literal(value, DataType.integer());
    }

    static Expression tinyint(long value) {
        return new Expression.Literal(value, DataType.of(Scalar.TINYINT));
    }

    static Expression bool(boolean value) {
        return new Expression.Literal(value ? 1L : 0L, DataType.bool());
    }

    static Expression doubles(double value) {
        return new Expression.Literal(value, DataType.doubles());
    }

    static Expression text(String value) {
        return new Expression.Literal(value.getBytes(StandardCharsets.UTF_8), DataType.string());
    }

    static Expression charText(String value) {
        return new Expression.Literal(
                value.getBytes(StandardCharsets.UTF_8), new DataType.Text(value.length(), true, false));
    }

    static Expression nothing(DataType type) {
        return new Expression.Literal(null, type);
    }

    /** A decimal literal of the precision and scale it is written with. */
    static Expression decimal(String value) {
        BigDecimal decimal = new BigDecimal(value);
        return decimal(value, Math.max(decimal.precision(), decimal.scale()), decimal.scale());
    }

    static Expression decimal(String value, int precision, int scale) {
        DataType.Decimal type = new DataType.Decimal(precision, scale, true);
        return new Expression.Literal(
                (java.io.Serializable) ValueText.ofDecimal(new BigDecimal(value).setScale(scale), type), type);
    }

    static Expression call(String function, DataType type, Expression... operands) {
        return new Expression.Call(function, List.of(operands), type, HERE);
    }

    static Expression test(String function, Expression... operands) {
        return call(function, DataType.bool(), operands);
    }

    static Expression cast(Expression operand, DataType type) {
        return call("CAST", type, operand);
    }

    /** The value as text, in the session zone Asia/Shanghai; NULL as {@code NULL}. */
    static String eval(Expression expression) {
        Object value =
                new EngineConstantEvaluator(SHANGHAI).evaluate(expression).value();
        return value == null ? "NULL" : ValueText.render(value, expression.type(), SHANGHAI);
    }

    static void expect(String text, Expression expression) {
        Assertions.assertEquals(text, eval(expression), expression::toString);
    }

    /** The problem of an expression that fails with this code at {@link #HERE}. */
    static String fails(ErrorCode code, Expression expression) {
        AlluviumException error = Assertions.assertThrows(AlluviumException.class, () -> eval(expression));
        Assertions.assertEquals(code, error.code(), error::getMessage);
        Assertions.assertEquals(HERE, error.position());
        return error.problem();
    }
}
