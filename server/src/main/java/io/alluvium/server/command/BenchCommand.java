package io.alluvium.server.command;

import io.alluvium.benchmarks.canal.CanalBench;
import io.alluvium.benchmarks.nexmark.BenchOptions;
import io.alluvium.benchmarks.nexmark.BenchResult;
import io.alluvium.benchmarks.nexmark.NexmarkBench;
import io.alluvium.benchmarks.nexmark.NexmarkQuery;
import io.alluvium.core.connector.Options;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code alluvium bench nexmark|canal}: measures queries on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures queries on this machine, into a target that drops the rows.")
public final class BenchCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "SUITE",
            description = "nexmark, or canal: messages of one partition in memory into a keyed table.")
    private String suite = "nexmark";

    @Option(names = "--queries", paramLabel = "NAMES", split = ",", description = "q0,q1,..; default: all.")
    private List<String> queries = new ArrayList<>();

    @Option(names = "--events", paramLabel = "N", description = "Events of a measured run; default ${DEFAULT-VALUE}.")
    private long events = 1_000_000;

    @Option(names = "--parallelism", paramLabel = "P", description = "Workers; default ${DEFAULT-VALUE}.")
    private int parallelism = 1;

    @Option(names = "--checkpoint", paramLabel = "TIME", description = "Checkpoint interval; default ${DEFAULT-VALUE}.")
    private String checkpoint = "10s";

    @Option(names = "--runs", paramLabel = "R", description = "Measured runs a query; default ${DEFAULT-VALUE}.")
    private int runs = 1;

    @Option(names = "--warmup", paramLabel = "N", description = "Events of an unmeasured run; default a fifth.")
    private @Nullable Long warmup;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for the checkpoints of the runs; default: a temporary one, deleted after.")
    private @Nullable Path state;

    @Option(names = "--json", description = "Print a JSON line a run.")
    private boolean json;

    @Override
    public Integer call() {
        if (!suite.equals("nexmark") && !suite.equals("canal")) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "there is no benchmark \"" + suite + "\"",
                    "write: alluvium bench nexmark, or alluvium bench canal");
        }
        Long interval = Options.parseMillis(checkpoint);
        if (interval == null) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "--checkpoint is \"" + checkpoint + "\"", "write a duration such as 10s");
        }
        if (suite.equals("canal")) {
            if (!queries.isEmpty() && !queries.equals(List.of(CanalBench.QUERY))) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "--queries is " + queries + ": canal has the one query " + CanalBench.QUERY);
            }
            new CanalBench(events, parallelism, interval, this::runScript)
                    .run(runs, warmup == null ? events / 5 : warmup, this::print);
            return 0;
        }
        BenchOptions options = BenchOptions.of(
                queries.isEmpty() ? NexmarkQuery.NAMES : queries,
                events,
                parallelism,
                Duration.ofMillis(interval),
                runs,
                warmup);
        new NexmarkBench(options, this::runScript).run(this::print);
        return 0;
    }

    private void print(BenchResult result) {
        System.out.println(json ? result.json() : result.text());
    }

    private void runScript(String script) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try (TemporaryFolder folder = TemporaryFolder.create(state, "alluvium-bench");
                Session session = Session.open(Warehouse.open(folder.path()), Map.of())) {
            session.execute(List.of(new ScriptText("nexmark.sql", script)), OutputStyle.TSV, nowhere);
        }
    }
}
