package io.alluvium.core.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTest {

    @Test
    void readsParametersAndResult() {
        assertEquals(
                new Signature(List.of("STRING", "INT"), 2, false, "STRING"),
                Signature.parse("(STRING, INT) -> STRING"));
        assertEquals(new Signature(List.of(), 0, false, "DATE"), Signature.parse("() -> DATE"));
        assertEquals(new Signature(List.of(), 0, false, "DATE"), Signature.parse("( )->DATE"));
    }

    @Test
    void readsOptionalAndRepeatedParameters() {
        Signature optional = Signature.parse("(STRING, INT, [INT], [ INT ]) -> STRING");
        assertEquals(List.of("STRING", "INT", "INT", "INT"), optional.parameters());
        assertFalse(optional.takes(1));
        assertTrue(optional.takes(2));
        assertTrue(optional.takes(4));
        assertFalse(optional.takes(5));
        Signature repeated = Signature.parse("(STRING, T...) -> STRING");
        assertFalse(repeated.takes(1));
        assertTrue(repeated.takes(2));
        assertTrue(repeated.takes(200));
        assertEquals("STRING", repeated.parameter(0));
        assertEquals("T", repeated.parameter(1));
        assertEquals("T", repeated.parameter(199));
        assertFalse(Signature.parse("() -> DATE").takes(1));
    }

    @Test
    void keepsTypesWithParametersWhole() {
        assertEquals(
                "DECIMAL(38, 6)", Signature.parse("(DECIMAL) -> DECIMAL(38, 6)").result());
        assertEquals("TIMESTAMP(3)", Signature.parse("(STRING) -> TIMESTAMP(3)").result());
        assertEquals(
                "ARRAY<STRING>", Signature.parse("(STRING) -> ARRAY<STRING>").result());
        assertEquals(
                List.of("MAP<STRING, ARRAY<INT>>", "STRING"),
                Signature.parse("(MAP<STRING, ARRAY<INT>>, [STRING]) -> STRING").parameters());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "STRING -> STRING",
                "(STRING)",
                "(STRING) STRING",
                "(STRING) ->",
                "(STRING -> STRING",
                "(STRING) x -> STRING",
                "(STRING,) -> STRING",
                "(,) -> STRING",
                "(STRING,, INT) -> STRING",
                "([INT) -> STRING",
                "([]) -> STRING",
                "(...) -> STRING",
                "([STRING...]) -> STRING",
                "([INT], STRING) -> STRING",
                "(INT..., STRING) -> STRING",
                "(INT..., [STRING]) -> STRING",
                "(string) -> STRING",
                "(STRING INT) -> STRING"
            })
    void refusesWhatIsNoSignature(String text) {
        assertThrows(IllegalArgumentException.class, () -> Signature.parse(text));
    }
}
