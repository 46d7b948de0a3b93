package io.alluvium.core.connector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One WITH option or configuration key, declared as data: validation, hints, SHOW and the reference page come from here.
 *
 * @param name a {@code #} in it stands for any text, such as a column's name: {@code fields.#.kind}
 * @param defaultText null where there is none
 * @param choices the allowed words of a {@link OptionType#CHOICE}, else empty
 * @param secret never printed; its value should be a reference ({@code ${env:NAME}}, {@code ${file:PATH}})
 * @param says one sentence
 */
public record OptionSpec(
        String name,
        OptionType type,
        @Nullable String defaultText,
        boolean required,
        boolean secret,
        List<String> choices,
        String says) {
    public OptionSpec {
        choices = List.copyOf(choices);
    }

    public static OptionSpec required(String name, OptionType type, String says) {
        return new OptionSpec(name, type, null, true, false, List.of(), says);
    }

    public static OptionSpec optional(String name, OptionType type, @Nullable String defaultText, String says) {
        return new OptionSpec(name, type, defaultText, false, false, List.of(), says);
    }

    public static OptionSpec choice(String name, @Nullable String defaultText, List<String> choices, String says) {
        return new OptionSpec(name, OptionType.CHOICE, defaultText, false, false, choices, says);
    }

    public static OptionSpec secret(String name, String says) {
        return new OptionSpec(name, OptionType.TEXT, null, false, true, List.of(), says);
    }
}
