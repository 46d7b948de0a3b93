package io.alluvium.runtime.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.runtime.expression.EngineConstantEvaluator;
import java.time.ZoneId;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FunctionExamplesTest {
    /** Every example of every function is true, in any zone. */
    @TestFactory
    Stream<DynamicTest> examples() {
        return new BuiltInFunctions().functions().stream().flatMap(function -> function.examples().stream()
                .map(example ->
                        DynamicTest.dynamicTest(function.name() + ": " + example, () -> assertExample(example))));
    }

    private static void assertExample(String example) {
        Expression condition = ExampleParser.parse(example);
        for (String zone : new String[] {"UTC", "Asia/Shanghai", "America/New_York"}) {
            assertEquals(
                    1L,
                    new EngineConstantEvaluator(ZoneId.of(zone))
                            .evaluate(condition)
                            .value(),
                    zone);
        }
    }

    @Test
    void everyFunctionIsDocumented() {
        for (FunctionSpec function : new BuiltInFunctions().functions()) {
            assertFalse(function.examples().isEmpty(), function.name());
            assertTrue(function.says().endsWith("."), function.name());
            assertEquals(function.name().toUpperCase(java.util.Locale.ROOT), function.name());
        }
    }

    @Test
    void everyMethodFitsItsSignature() {
        for (FunctionMethod overload : BuiltInFunctions.all()) {
            int arguments = overload.signature().parameters().size();
            int javaArguments = overload.method().getParameterCount() - overload.leadingParameters();
            assertTrue(
                    overload.rewrites() || arguments == javaArguments,
                    () -> overload.method() + " does not take "
                            + overload.function().signature());
        }
    }
}
