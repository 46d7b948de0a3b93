package io.alluvium.server.session;

import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.Options;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.row.RowHash;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The session's settings: {@code SET 'key' = 'value'}. Keys are Flink's where Flink has the setting. */
public final class Settings {
    public static final String JOB_NAME = "pipeline.name";
    public static final String PARALLELISM = "parallelism.default";
    public static final String CHECKPOINT_INTERVAL = "execution.checkpointing.interval";
    public static final String CHECKPOINT_TIMEOUT = "execution.checkpointing.timeout";
    public static final String ZONE = "table.local-time-zone";
    public static final String BAD_DATA = "job.bad-data";
    public static final String DEAD_LETTER_PERCENT = "job.dead-letters.max-percent";
    public static final String DEAD_LETTERS_A_MINUTE = "job.dead-letters.max-per-minute";

    /** All settings that mean something here. */
    public static final List<OptionSpec> SPECS = List.of(
            OptionSpec.optional(JOB_NAME, OptionType.TEXT, null, "Name of the next job; else its target's name."),
            OptionSpec.optional(PARALLELISM, OptionType.INTEGER, null, "Workers of a job; else one a core."),
            OptionSpec.optional(CHECKPOINT_INTERVAL, OptionType.DURATION, "1s", "Time between checkpoints of a job."),
            OptionSpec.optional(
                    CHECKPOINT_TIMEOUT, OptionType.DURATION, "10min", "A checkpoint that takes longer fails the job."),
            OptionSpec.optional(ZONE, OptionType.TEXT, null, "The session's time zone; else the JVM's."),
            OptionSpec.choice(
                    BAD_DATA,
                    "dead-letter",
                    List.of("dead-letter", "strict"),
                    "What a bad record does: it is kept as a dead letter, or it stops the job."),
            OptionSpec.optional(
                    DEAD_LETTER_PERCENT, OptionType.INTEGER, "1", "The job stops above this share of bad records."),
            OptionSpec.optional(
                    DEAD_LETTERS_A_MINUTE,
                    OptionType.INTEGER,
                    "1000",
                    "The job stops above so many bad records a minute."));

    /** Prefixes of Flink's settings that are accepted and have no effect here. */
    private static final List<String> NOT_NEEDED = List.of(
            "execution.checkpointing.mode",
            "execution.checkpointing.min-pause",
            "execution.checkpointing.max-concurrent-checkpoints",
            "execution.checkpointing.tolerable-failed-checkpoints",
            "execution.checkpointing.externalized-checkpoint-retention",
            "execution.checkpointing.unaligned",
            "execution.checkpointing.incremental",
            "execution.checkpointing.storage",
            "execution.checkpointing.dir",
            "execution.runtime-mode",
            "execution.attached",
            "execution.target",
            "execution.buffer-timeout",
            "state.",
            "table.exec.mini-batch.",
            "table.exec.sink.",
            "table.exec.source.",
            "table.exec.async-lookup.",
            "table.exec.resource.",
            "table.optimizer.",
            "table.dml-sync",
            "sql-client.",
            "restart-strategy",
            "taskmanager.",
            "jobmanager.",
            "pipeline.object-reuse",
            "pipeline.operator-chaining",
            "pipeline.max-parallelism",
            "pipeline.auto-watermark-interval",
            "pipeline.jars",
            "pipeline.classpaths",
            "rest.",
            "web.",
            "yarn.",
            "kubernetes.",
            "metrics.",
            "high-availability");

    private final Map<String, String> values = new LinkedHashMap<>();
    /** What the warehouse's file and the command line gave: RESET goes back to it. */
    private final Map<String, String> preset = new LinkedHashMap<>();

    /**
     * Sets a value.
     *
     * @return a warning where the key is one of Flink's without effect here, else null
     * @throws AlluviumException OPTION_UNKNOWN with a suggestion, OPTION_INVALID, UNSUPPORTED
     */
    public @Nullable String set(String key, String value) {
        OptionSpec spec = spec(key);
        if (spec == null) {
            return withoutMeaning(key);
        }
        Options.check("the session", List.of(spec), Map.of(key, value));
        if (key.equals(ZONE)) {
            zoneOf(value);
        }
        if (key.equals(PARALLELISM)) {
            long parallelism = Long.parseLong(value.trim());
            if (parallelism < 1 || parallelism > RowHash.KEY_GROUPS) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "setting \"" + key + "\" is \"" + value + "\"",
                        "write 1 to " + RowHash.KEY_GROUPS);
            }
        }
        values.put(key, value);
        return null;
    }

    /** A warning for a key of Flink's, else an error. */
    private static String withoutMeaning(String key) {
        if (key.equals("table.exec.state.ttl")) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED,
                    "setting \"table.exec.state.ttl\" is not supported yet",
                    "results would differ from the query's answer; bound the state by windows instead");
        }
        if (NOT_NEEDED.stream().anyMatch(key::startsWith)) {
            return "setting \"" + key + "\" is not needed here and has no effect";
        }
        TreeSet<String> names = new TreeSet<>();
        SPECS.forEach(known -> names.add(known.name()));
        String hint = Suggestion.didYouMean(key, names);
        throw new AlluviumException(
                ErrorCode.OPTION_UNKNOWN,
                "setting \"" + key + "\" is not known",
                hint != null ? hint : "known are " + String.join(", ", names));
    }

    /**
     * Sets what the warehouse's file or the command line gives: RESET goes back to it.
     *
     * @return a warning, as {@link #set} gives it
     */
    public @Nullable String preset(String key, String value) {
        String warning = set(key, value);
        if (warning == null) {
            preset.put(key, value);
        }
        return warning;
    }

    /** These settings, which later changes do not touch. */
    Settings copy() {
        Settings copy = new Settings();
        copy.values.putAll(values);
        copy.preset.putAll(preset);
        return copy;
    }

    /**
     * Takes back what SET gave: the value is that of the warehouse's file or the command line again, else the default.
     *
     * @return a warning, as {@link #set} gives it
     * @throws AlluviumException OPTION_UNKNOWN with a suggestion
     */
    public @Nullable String reset(String key) {
        if (spec(key) == null) {
            return withoutMeaning(key);
        }
        values.remove(key);
        String before = preset.get(key);
        if (before != null) {
            values.put(key, before);
        }
        return null;
    }

    public void resetAll() {
        values.clear();
        values.putAll(preset);
    }

    /** What was set, in order. */
    public Map<String, String> given() {
        return Map.copyOf(values);
    }

    /** The value or default of a setting, or null where there is neither. */
    public @Nullable String get(String key) {
        String value = values.get(key);
        OptionSpec spec = spec(key);
        return value != null || spec == null ? value : spec.defaultText();
    }

    public ZoneId zone() {
        String zone = get(ZONE);
        return zone == null ? ZoneId.systemDefault() : zoneOf(zone);
    }

    public int parallelism() {
        String text = get(PARALLELISM);
        return text == null ? Math.max(1, Runtime.getRuntime().availableProcessors()) : Integer.parseInt(text.trim());
    }

    public long checkpointIntervalMillis() {
        return options().millis(CHECKPOINT_INTERVAL);
    }

    /** All settings with defaults applied. */
    public Options options() {
        return Options.check("the session", SPECS, values);
    }

    private static ZoneId zoneOf(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "setting \"" + ZONE + "\" is \"" + text + "\", which is no time zone",
                    "write a name such as Asia/Shanghai or an offset such as +08:00",
                    e);
        }
    }

    private static @Nullable OptionSpec spec(String key) {
        for (OptionSpec spec : SPECS) {
            if (spec.name().equals(key)) {
                return spec;
            }
        }
        return null;
    }
}
