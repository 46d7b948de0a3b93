package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.error.AlluviumException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What another engine answers to a query over a small stream.
 *
 * @param set {@code main}, or {@code ties}, where several bids share each millisecond
 * @param sha256 of the sorted lines, see {@link ResultLines#sha256}
 */
public record ExpectedResult(String set, String query, long events, long rate, long seed, long rows, String sha256) {

    /** All results that are known. */
    public static List<ExpectedResult> all() {
        return NexmarkQuery.resource("expected.tsv")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(ExpectedResult::parse)
                .toList();
    }

    /** The result of a query in a set. */
    public static ExpectedResult of(String set, String query) {
        return all().stream()
                .filter(result -> result.set.equals(set) && result.query.equals(query))
                .findFirst()
                .orElseThrow(() -> AlluviumException.internal("no expected result of " + query + " in set " + set));
    }

    /** The stream it belongs to. */
    public EventStream stream() {
        return new EventStream(events, seed, rate);
    }

    /**
     * How a result differs, or null where it is the same.
     *
     * @param folder where the expected lines lie as {@code SET/QUERY.tsv.gz}, to show rows; null if they are not at hand
     */
    public @Nullable String difference(ResultLines result, @Nullable Path folder) {
        if (result.sha256().equals(sha256)) {
            return null;
        }
        Path file = folder == null ? null : folder.resolve(set).resolve(query + ".tsv.gz");
        if (file != null && Files.exists(file)) {
            return query + ": " + result.difference(ResultLines.read(file));
        }
        return query + ": " + result.size() + " rows, expected " + rows + "; hash " + result.sha256() + ", expected "
                + sha256;
    }

    private static ExpectedResult parse(String line) {
        String[] columns = line.split("\t");
        return new ExpectedResult(
                columns[0],
                columns[1],
                Long.parseLong(columns[2]),
                Long.parseLong(columns[3]),
                Long.parseLong(columns[4]),
                Long.parseLong(columns[5]),
                columns[6]);
    }
}
