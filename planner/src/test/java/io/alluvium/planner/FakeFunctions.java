package io.alluvium.planner;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.ConstantEvaluator;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.function.Signature;
import java.util.Arrays;
import java.util.List;

/** The functions that the statements of the tests call. */
final class FakeFunctions {
    private FakeFunctions() {}

    static List<FunctionSpec> all() {
        return List.of(
                function("DATE_FORMAT", "(TIMESTAMP, STRING) -> STRING", "(STRING, STRING) -> STRING"),
                function("JSON_VALUE", "(STRING, STRING) -> STRING"),
                function("TO_TIMESTAMP_LTZ", "(BIGINT, INT) -> TIMESTAMP_LTZ(3)"),
                function("SUBSTRING", "(STRING, INT, [INT]) -> STRING"),
                function("CONCAT", "(STRING...) -> STRING"),
                function("CHAR_LENGTH", "(STRING) -> INT"),
                function("UPPER", "(STRING) -> STRING"),
                function("LOWER", "(STRING) -> STRING"),
                function("TRIM", "(STRING, [STRING]) -> STRING"),
                function("LTRIM", "(STRING, [STRING]) -> STRING"),
                function("EXTRACT", "(SYMBOL, TIMESTAMP) -> BIGINT"),
                function("TIMESTAMPDIFF", "(SYMBOL, TIMESTAMP, TIMESTAMP) -> INT"),
                function("TIMESTAMPADD", "(SYMBOL, INT, TIMESTAMP) -> TIMESTAMP(6)"),
                function("NULLIF", "(T, T) -> T"),
                function("FLOOR", "(DOUBLE) -> DOUBLE", "(TIMESTAMP, SYMBOL) -> ARG1"),
                function("ABS", "(NUMERIC) -> ARG1"),
                function("GREATEST", "(T...) -> T"),
                function("IFNULL", "(T, T) -> T"),
                new FunctionSpec("UUID", List.of(Signature.parse("() -> STRING")), false, "", List.of()),
                new FunctionSpec("NOW", List.of(Signature.parse("() -> TIMESTAMP_LTZ(3)")), false, "", List.of()),
                new FunctionSpec(
                        "CURRENT_TIMESTAMP", List.of(Signature.parse("() -> TIMESTAMP_LTZ(3)")), false, "", List.of()));
    }

    private static FunctionSpec function(String name, String... signatures) {
        return new FunctionSpec(
                name, Arrays.stream(signatures).map(Signature::parse).toList(), true, "", List.of());
    }

    /** Leaves constant calls as they are. */
    static final class NoFolding implements ConstantEvaluator {
        @Override
        public Expression.Literal evaluate(Expression expression) {
            throw new AlluviumException(ErrorCode.EXPRESSION_FAILED, "not folded in tests");
        }
    }
}
