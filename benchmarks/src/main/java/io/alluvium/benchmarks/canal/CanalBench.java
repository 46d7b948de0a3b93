package io.alluvium.benchmarks.canal;

import io.alluvium.benchmarks.nexmark.BenchResult;
import io.alluvium.benchmarks.nexmark.MeasuredRun;
import io.alluvium.benchmarks.nexmark.SqlRunner;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Measures how fast Canal messages of one partition, in memory, become the rows of a keyed table. */
public final class CanalBench {
    public static final String QUERY = "keyed";

    private final long messages;
    private final int parallelism;
    private final long checkpointMillis;
    private final SqlRunner runner;

    public CanalBench(long messages, int parallelism, long checkpointMillis, SqlRunner runner) {
        if (messages < 1 || parallelism < 1 || checkpointMillis < 1) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "events, parallelism and checkpoint interval must be above 0");
        }
        this.messages = messages;
        this.parallelism = parallelism;
        this.checkpointMillis = checkpointMillis;
        this.runner = runner;
    }

    /** Runs a fifth of the messages unmeasured, then the measured runs; hands each over when it ends. */
    public void run(int runs, long warmup, Consumer<BenchResult> results) {
        if (warmup > 0) {
            MeasuredRun.of(runner, script(warmup), QUERY, warmup, parallelism);
        }
        for (int run = 0; run < runs; run++) {
            results.accept(MeasuredRun.of(runner, script(messages), QUERY, messages, parallelism));
        }
    }

    String script(long count) {
        return """
                SET 'pipeline.name' = 'canal_keyed';
                SET 'parallelism.default' = '%d';
                SET 'execution.checkpointing.interval' = '%d ms';

                """
                        .formatted(parallelism, checkpointMillis)
                + template()
                        .replace("${log}", "'messages' = '" + count + "'")
                        .replace("${sink}", "'connector' = 'blackhole'");
    }

    private static String template() {
        try (InputStream in = CanalBench.class.getResourceAsStream("/canal/keyed.sql")) {
            if (in == null) {
                throw AlluviumException.internal("resource /canal/keyed.sql is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.INTERNAL, "resource /canal/keyed.sql cannot be read", null, e);
        }
    }
}
