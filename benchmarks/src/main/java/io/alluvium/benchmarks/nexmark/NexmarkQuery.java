package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A query of the benchmark, as SQL in our dialect: a target table, whose options are left open, and one INSERT into it.
 *
 * @param name {@code q0}
 * @param template text of the resource, with {@code ${sink}} for the target's options
 */
public record NexmarkQuery(String name, String template) {
    /** Names of all queries, in the order in which they are run and shown. */
    public static final List<String> NAMES = List.of("q0", "q1", "q2", "q4", "q17", "q18", "q20");

    private static final String FOLDER = "/nexmark/";

    /** The query of this name. */
    public static NexmarkQuery named(String name) {
        if (!NAMES.contains(name)) {
            String hint = Suggestion.didYouMean(name, NAMES);
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "query \"" + name + "\" is not one of the benchmark's queries",
                    hint == null ? "the queries are " + String.join(", ", NAMES) : hint);
        }
        return new NexmarkQuery(name, resource(name + ".sql"));
    }

    /**
     * The three tables of a stream, as CREATE statements.
     *
     * @param splits shares of the events, each read by itself
     */
    public static String tables(long events, long seed, long rate, int splits) {
        String options =
                "'events' = '%d', 'seed' = '%d', 'rate' = '%d', 'splits' = '%d'".formatted(events, seed, rate, splits);
        return resource("tables.sql").replace("${stream}", options);
    }

    /**
     * The statements that create the target and fill it.
     *
     * @param sinkOptions options of the target: {@code 'connector' = 'blackhole'}
     */
    public String insert(String sinkOptions) {
        return template.replace("${sink}", sinkOptions);
    }

    /** The query alone, without a target and without a semicolon. */
    public String select() {
        String begin = "INSERT INTO " + target() + "\n";
        int from = template.indexOf(begin);
        int to = template.lastIndexOf(';');
        if (from < 0 || to < from) {
            throw AlluviumException.internal("query " + name + " does not insert into " + target());
        }
        return template.substring(from + begin.length(), to);
    }

    /** Name of the target table. */
    public String target() {
        return "nexmark_" + name;
    }

    static String resource(String name) {
        try (InputStream in = NexmarkQuery.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw AlluviumException.internal("resource " + FOLDER + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.INTERNAL, "resource " + FOLDER + name + " cannot be read", null, e);
        }
    }
}
