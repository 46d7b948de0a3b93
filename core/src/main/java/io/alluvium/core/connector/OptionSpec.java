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
 * @param tuning says only how fast or as whom a table is reached, so that a job's state outlives its change
 */
public record OptionSpec(
        String name,
        OptionType type,
        @Nullable String defaultText,
        boolean required,
        boolean secret,
        List<String> choices,
        String says,
        boolean tuning) {
    public OptionSpec {
        choices = List.copyOf(choices);
    }

    public OptionSpec(
            String name,
            OptionType type,
            @Nullable String defaultText,
            boolean required,
            boolean secret,
            List<String> choices,
            String says) {
        this(name, type, defaultText, required, secret, choices, says, false);
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

    /** The same option as one that only tunes. */
    public OptionSpec asTuning() {
        return new OptionSpec(name, type, defaultText, required, secret, choices, says, true);
    }

    /** True where this declares an option of a name: the same name, or one that fits around the {@code #}. */
    public boolean covers(String written) {
        int any = name.indexOf('#');
        return any < 0
                ? name.equals(written)
                : written.length() >= name.length()
                        && written.startsWith(name.substring(0, any))
                        && written.endsWith(name.substring(any + 1));
    }
}
