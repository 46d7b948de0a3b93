package io.alluvium.core.connector;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Option values checked against their declarations: no unknown key, every required key, every value readable. */
public final class Options {
    private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([a-zA-Z]*)");
    private static final Map<String, Long> MILLIS = Map.ofEntries(
            Map.entry("ms", 1L),
            Map.entry("milli", 1L),
            Map.entry("millis", 1L),
            Map.entry("millisecond", 1L),
            Map.entry("milliseconds", 1L),
            Map.entry("s", 1000L),
            Map.entry("sec", 1000L),
            Map.entry("second", 1000L),
            Map.entry("seconds", 1000L),
            Map.entry("min", 60_000L),
            Map.entry("minute", 60_000L),
            Map.entry("minutes", 60_000L),
            Map.entry("h", 3_600_000L),
            Map.entry("hour", 3_600_000L),
            Map.entry("hours", 3_600_000L),
            Map.entry("d", 86_400_000L),
            Map.entry("day", 86_400_000L),
            Map.entry("days", 86_400_000L));
    private static final Map<String, Long> BYTES = Map.of(
            "", 1L, "b", 1L, "kb", 1L << 10, "k", 1L << 10, "mb", 1L << 20, "m", 1L << 20, "gb", 1L << 30, "g",
            1L << 30);

    private final String owner;
    private final Map<String, OptionSpec> specs;
    private final Map<String, String> values;

    private Options(String owner, Map<String, OptionSpec> specs, Map<String, String> values) {
        this.owner = owner;
        this.specs = specs;
        this.values = values;
    }

    /**
     * Checks values against declarations.
     *
     * @param owner who has the options, for messages: {@code table "ods.orders" (connector "filesystem")}
     * @throws AlluviumException OPTION_UNKNOWN, OPTION_MISSING or OPTION_INVALID, naming key and value (a secret's value never)
     */
    public static Options check(String owner, List<OptionSpec> declared, Map<String, String> values) {
        Map<String, OptionSpec> specs = new LinkedHashMap<>();
        for (OptionSpec spec : declared) {
            specs.put(spec.name(), spec);
        }
        for (String key : values.keySet()) {
            if (find(specs, key) == null) {
                String hint = Suggestion.didYouMean(key, specs.keySet());
                throw new AlluviumException(
                        ErrorCode.OPTION_UNKNOWN,
                        "option \"" + key + "\" is not known to " + owner,
                        hint != null ? hint : "it takes " + String.join(", ", specs.keySet()));
            }
        }
        Options options = new Options(owner, specs, new LinkedHashMap<>(values));
        for (OptionSpec spec : declared) {
            if (spec.required() && !values.containsKey(spec.name())) {
                throw new AlluviumException(
                        ErrorCode.OPTION_MISSING,
                        "option \"" + spec.name() + "\" is missing for " + owner,
                        "add '" + spec.name() + "' = '..': " + spec.says());
            }
            if (spec.name().indexOf('#') < 0) {
                options.validate(spec, spec.name());
            }
        }
        for (String key : values.keySet()) {
            OptionSpec spec = find(specs, key);
            if (spec != null) {
                options.validate(spec, key);
            }
        }
        return options;
    }

    public boolean has(String name) {
        return raw(name) != null;
    }

    /** The text of an option that is given or has a default. */
    public String text(String name) {
        String value = raw(name);
        if (value == null) {
            throw AlluviumException.internal("option " + name + " of " + owner + " has neither value nor default");
        }
        return value;
    }

    public @Nullable String textOrNull(String name) {
        return raw(name);
    }

    public boolean flag(String name) {
        return text(name).equalsIgnoreCase("true");
    }

    public long integer(String name) {
        return Long.parseLong(text(name).trim());
    }

    public long millis(String name) {
        return amount(name, MILLIS);
    }

    public long bytes(String name) {
        return amount(name, BYTES);
    }

    /** The given options as written, in order. */
    public Map<String, String> given() {
        return Collections.unmodifiableMap(values);
    }

    /** Reads {@code 10s}, {@code 5 min}: milliseconds, or null when it is no duration. */
    public static @Nullable Long parseMillis(String text) {
        return parse(text, MILLIS);
    }

    private @Nullable String raw(String name) {
        OptionSpec spec = find(specs, name);
        if (spec == null) {
            throw AlluviumException.internal("option " + name + " is not declared for " + owner);
        }
        String value = values.get(name);
        return value != null ? value : spec.defaultText();
    }

    private static @Nullable OptionSpec find(Map<String, OptionSpec> specs, String name) {
        OptionSpec exact = specs.get(name);
        if (exact != null) {
            return exact;
        }
        for (OptionSpec spec : specs.values()) {
            if (spec.covers(name)) {
                return spec;
            }
        }
        return null;
    }

    private long amount(String name, Map<String, Long> units) {
        Long amount = parse(text(name), units);
        if (amount == null) {
            throw AlluviumException.internal("option " + name + " of " + owner + " was not validated");
        }
        return amount;
    }

    private static @Nullable Long parse(String text, Map<String, Long> units) {
        Matcher matcher = AMOUNT.matcher(text.trim());
        if (!matcher.matches()) {
            return null;
        }
        Long unit = units.get(matcher.group(2).toLowerCase(Locale.ROOT));
        try {
            return unit == null ? null : Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    private void validate(OptionSpec spec, String name) {
        String value = raw(name);
        if (value == null) {
            return;
        }
        List<String> wanted = new ArrayList<>();
        switch (spec.type()) {
            case TEXT -> {}
            case BOOLEAN -> {
                if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
                    wanted.add("true or false");
                }
            }
            case INTEGER -> {
                if (!value.trim().matches("-?\\d{1,18}")) {
                    wanted.add("a whole number");
                }
            }
            case DURATION -> {
                if (parse(value, MILLIS) == null) {
                    wanted.add("a duration with its unit, such as 10s, 500ms, 5min or 1h");
                }
            }
            case SIZE -> {
                if (parse(value, BYTES) == null) {
                    wanted.add("a size such as 64kb or 16mb");
                }
            }
            case CHOICE -> {
                if (!spec.choices().contains(value)) {
                    wanted.add("one of " + String.join(", ", spec.choices()));
                }
            }
        }
        if (!wanted.isEmpty()) {
            String shown = spec.secret() ? "(hidden)" : "\"" + value + "\"";
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"" + name + "\" of " + owner + " is " + shown,
                    "write " + wanted.get(0));
        }
    }
}
