package io.alluvium.benchmarks.nexmark;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The final result of a query as a multiset of lines, in the form in which results of different engines are compared: a row a
 * line, tab between columns, {@code \N} for NULL, lines in the order of their bytes. Fed with changes: a line's weights add up.
 */
public final class ResultLines {
    private static final int SHOWN = 5;
    private static final String NULL = "\\N";

    private final Map<String, Long> weights = new TreeMap<>((left, right) ->
            Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));

    /** Adds the line {@code weight} times; takes it away where the weight is negative. */
    public void add(String line, long weight) {
        Long sum = weights.merge(line, weight, Math::addExact);
        if (sum != null && sum == 0) {
            weights.remove(line);
        }
    }

    /** Adds each row of a batch under its weight. */
    public void add(RowBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            add(line(batch, row), batch.weight(row));
        }
    }

    private static String line(RowBatch batch, int row) {
        StringJoiner line = new StringJoiner("\t");
        for (int column = 0; column < batch.schema().size(); column++) {
            Object value = batch.column(column).value(row);
            line.add(
                    value == null
                            ? NULL
                            : ValueText.render(value, batch.schema().type(column), ZoneOffset.UTC));
        }
        return line.toString();
    }

    /** Reads a file of lines, packed with gzip. */
    public static ResultLines read(Path file) {
        ResultLines lines = new ResultLines();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line, 1);
            }
            return lines;
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "file \"" + file + "\" cannot be read: " + e.getMessage(), null, e);
        }
    }

    /** Number of lines. */
    public long size() {
        return weights.values().stream().mapToLong(Long::longValue).sum();
    }

    /** SHA-256 of the sorted lines, each with a line feed. A line that was taken away more often than added is an error. */
    public String sha256() {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
        forEach((line, weight) -> {
            byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
            for (long i = 0; i < weight; i++) {
                digest.update(bytes);
            }
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /** What is too much and what is missing beside the expected lines, the first few of either; null where there is nothing. */
    public @Nullable String difference(ResultLines expected) {
        ResultLines rest = new ResultLines();
        weights.forEach(rest::add);
        expected.weights.forEach((line, weight) -> rest.add(line, -weight));
        if (rest.weights.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        text.append(size()).append(" rows, expected ").append(expected.size());
        long[] shown = new long[2];
        rest.weights.forEach((line, weight) -> {
            if (shown[weight > 0 ? 0 : 1]++ < SHOWN) {
                text.append(weight > 0 ? "\n  too much " : "\n  missing  ").append(line);
                text.append(Math.abs(weight) > 1 ? " (" + Math.abs(weight) + " times)" : "");
            }
        });
        text.append("\n  distinct rows too much: ")
                .append(shown[0])
                .append(", missing: ")
                .append(shown[1]);
        return text.toString();
    }

    private void forEach(ObjLongConsumer<String> consumer) {
        weights.forEach((line, weight) -> {
            if (weight < 0) {
                throw new AlluviumException(ErrorCode.TEST_FAILED, "row was taken away more often than added: " + line);
            }
            consumer.accept(line, weight);
        });
    }
}
