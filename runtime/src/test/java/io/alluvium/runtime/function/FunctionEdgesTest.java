package io.alluvium.runtime.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.runtime.expression.EngineConstantEvaluator;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the one example of each function does not show. */
class FunctionEdgesTest {
    private static Object value(String example) {
        return new EngineConstantEvaluator(ZoneId.of("Asia/Shanghai"))
                .evaluate(ExampleParser.parse(example))
                .value();
    }

    private static void same(String expected, String example) {
        Object value = value(example);
        assertEquals(
                expected, value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value, example);
    }

    private static void isNull(String example) {
        assertNull(value(example), example);
    }

    private static AlluviumException fails(ErrorCode code, String example) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> value(example));
        assertEquals(code, error.code(), error.getMessage());
        return error;
    }

    @Test
    void substrings() {
        same("北京", "SUBSTRING('北京市', 1, 2)");
        same("市", "SUBSTRING('北京市', -1)");
        same("", "SUBSTRING('abc', -5)");
        same("abc", "SUBSTRING('abc', 0)");
        same("", "SUBSTRING('abc', 4)");
        same("bc", "SUBSTRING('abc', 2, 100)");
        isNull("SUBSTRING('abc', 1, -1)");
        isNull("SUBSTRING('abc', NULL)");
        same("", "LEFT('abc', -1)");
        same("abc", "RIGHT('abc', 9)");
    }

    @Test
    void separators() {
        same("www.mysql", "SUBSTRING_INDEX('www.mysql.com', '.', 2)");
        same("www.mysql.com", "SUBSTRING_INDEX('www.mysql.com', '.', 5)");
        same("com", "SUBSTRING_INDEX('www.mysql.com', '.', -1)");
        same("", "SUBSTRING_INDEX('www.mysql.com', '.', 0)");
        same("", "SPLIT_INDEX('a,,c', ',', 1)");
        isNull("SPLIT_INDEX('a,b', ',', 2)");
        isNull("SPLIT_INDEX('a,b', ',', -1)");
        isNull("CONCAT('a', NULL)");
        same("", "CONCAT_WS(',', NULL, NULL)");
    }

    @Test
    void padding() {
        same("ab", "LPAD('abc', 2, 'x')");
        same("xyx7", "LPAD('7', 4, 'xy')");
        isNull("LPAD('7', -1, 'x')");
        isNull("LPAD('7', 4, '')");
        same("", "REPEAT('a', -3)");
        fails(ErrorCode.EXPRESSION_FAILED, "REPEAT('abcdefgh', 2000000000)");
    }

    @Test
    void regularExpressions() {
        same("a$1", "REGEXP_REPLACE('ab', 'b', '$1')");
        isNull("REGEXP_EXTRACT('abc', 'x')");
        isNull("REGEXP_EXTRACT('abc', 'a', 3)");
        fails(ErrorCode.EXPRESSION_FAILED, "REGEXP('a', '(')");
    }

    @Test
    void json() {
        isNull("JSON_VALUE('null', '$.a')");
        isNull("JSON_VALUE(NULL, '$.a')");
        isNull("JSON_VALUE('{\"a\":null}', '$.a')");
        isNull("JSON_VALUE('{\"a\":{}}', '$.a')");
        isNull("JSON_VALUE('{\"a\":1', '$.a')");
        isNull("JSON_VALUE('{\"a\":1} x', '$.a')");
        isNull("JSON_VALUE('', '$.a')");
        same("12345678901234567890.10", "JSON_VALUE('{\"a\":12345678901234567890.10}', '$.a')");
        same("x", "JSON_VALUE('{\"a b\":[{\"c\":\"x\"}]}', '$[''a b''][0].c')");
        same("[1,{\"b\":1.50}]", "JSON_EXTRACT('{\"a\":[1, {\"b\" : 1.50}]}', '$.a')");
        same("[1,2]", "JSON_EXTRACT('[{\"a\":1},{\"a\":2}]', '$[*].a')");
        same("北京", "JSON_VALUE('{\"城市\":\"北京\"}', '$.城市')");
        fails(ErrorCode.EXPRESSION_FAILED, "JSON_VALUE('{}', 'a.b')");
    }

    @Test
    void times() {
        same("1970-01-01 08:00:00", "FROM_UNIXTIME(0)");
        assertEquals(-28_800L, value("UNIX_TIMESTAMP('1970-01-01 00:00:00')"));
        isNull("TO_TIMESTAMP('2024-02-30 00:00:00')");
        isNull("TO_DATE('yesterday')");
        assertEquals(
                -1L, value("TIMESTAMPDIFF(DAY, TIMESTAMP '2024-01-02 12:00:00', TIMESTAMP '2024-01-01 00:00:00')"));
        assertEquals(
                0L, value("TIMESTAMPDIFF(YEAR, TIMESTAMP '2023-03-01 00:00:00', TIMESTAMP '2024-02-29 23:59:59')"));
        fails(ErrorCode.EXPRESSION_FAILED, "TO_TIMESTAMP_LTZ(0, 4)");
        fails(
                ErrorCode.NUMERIC_OVERFLOW,
                "TIMESTAMPDIFF(SECOND, TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP '9999-01-01 00:00:00')");
    }

    @Test
    void rounding() {
        assertEquals(1L, value("ROUND(-2.5) = -3"));
        assertEquals(1L, value("ROUND(9.99, 0) = 10"));
        fails(ErrorCode.NUMERIC_OVERFLOW, "ROUND(9223372036854775807, -1)");
        assertEquals(1L, value("ROUND(-1.245, 2) = -1.25"));
        fails(ErrorCode.NUMERIC_OVERFLOW, "ABS(-9223372036854775808)");
    }

    @Test
    void conditionsEvaluateOnlyWhatTheyTake() {
        Expression division = new Expression.Call(
                "/",
                List.of(new Expression.Literal(1L, DataType.integer()), new Expression.Literal(0L, DataType.integer())),
                DataType.integer(),
                null);
        Expression condition = new Expression.Literal(1L, DataType.bool());
        Expression choice = new Expression.Call(
                "IF",
                List.of(condition, new Expression.Literal(7L, DataType.integer()), division),
                DataType.integer(),
                null);
        assertEquals(
                7L,
                new EngineConstantEvaluator(ZoneId.of("UTC")).evaluate(choice).value());
        isNull("NULLIF(5, 5)");
    }

    @Test
    void collections() {
        assertEquals(0L, value("ARRAY_CONTAINS(ARRAY[1, 2], 5)"));
        assertEquals(1L, value("ARRAY_CONTAINS(ARRAY['a', 'b'], 'b')"));
        same("1-2", "ARRAY_JOIN(ARRAY[1, 2], '-')");
        assertEquals(0L, value("CARDINALITY(STR_TO_MAP('a=1,b=2')) = 3"));
        fails(ErrorCode.TYPE_MISMATCH, "MAP_KEYS(MAP[1, 'a'])");
    }
}
