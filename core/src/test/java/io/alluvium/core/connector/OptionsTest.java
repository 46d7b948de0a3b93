package io.alluvium.core.connector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final List<OptionSpec> DECLARED = List.of(
            OptionSpec.optional("rows-per-second", OptionType.INTEGER, "10", "Rows a second."),
            OptionSpec.choice("fields.#.kind", "random", List.of("random", "sequence"), "How a column is made."),
            OptionSpec.optional("fields.#.length", OptionType.INTEGER, null, "Length of texts."));

    @Test
    void aNumberSignStandsForAnyColumnName() {
        Options options = Options.check("t", DECLARED, Map.of("fields.a.b.kind", "sequence", "fields.订单.length", "7"));
        assertEquals("sequence", options.text("fields.a.b.kind"));
        assertEquals("random", options.text("fields.other.kind"));
        assertEquals(7, options.integer("fields.订单.length"));
        assertTrue(!options.has("fields.other.length"));
    }

    @Test
    void aValueOfSuchAnOptionIsChecked() {
        AlluviumException error = assertThrows(
                AlluviumException.class, () -> Options.check("t", DECLARED, Map.of("fields.a.kind", "sequenze")));
        assertEquals(ErrorCode.OPTION_INVALID, error.code());
        assertTrue(error.problem().contains("fields.a.kind"), error.problem());
    }

    @Test
    void anUnknownOneIsRefused() {
        AlluviumException error = assertThrows(
                AlluviumException.class, () -> Options.check("t", DECLARED, Map.of("fields.kind", "sequence")));
        assertEquals(ErrorCode.OPTION_UNKNOWN, error.code());
    }
}
