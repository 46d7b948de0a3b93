package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.control.ControlPort.Verb;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code alluvium jobs}: the jobs of a warehouse, asked of the process that runs them. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = "Lists and stops the jobs of a warehouse, wherever they run on this machine.")
public final class JobsCommand implements Runnable {
    @picocli.CommandLine.Spec
    private picocli.CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Shows each job and what it does now.")
    int list(
            @Option(
                            names = {"-w", "--warehouse"},
                            paramLabel = "DIR",
                            description = "Warehouse folder.")
                    @Nullable
                    Path warehouse) {
        Path folder = folder(warehouse);
        OptionalInt answered = SessionOptions.elsewhere(folder, Verb.JOBS, List.of());
        if (answered.isPresent()) {
            return answered.getAsInt();
        }
        try (Warehouse open = Warehouse.open(folder)) {
            JobTable.print(open.catalog(), List.of(), System.out);
        }
        return 0;
    }

    @Command(name = "stop", mixinStandardHelpOptions = true, description = "Stops a job with a last commit.")
    int stop(
            @Option(
                            names = {"-w", "--warehouse"},
                            paramLabel = "DIR",
                            description = "Warehouse folder.")
                    @Nullable
                    Path warehouse,
            @Parameters(paramLabel = "JOB") String job) {
        Path folder = folder(warehouse);
        return SessionOptions.elsewhere(folder, Verb.STOP, List.of(job))
                .orElseThrow(() -> new AlluviumException(
                        ErrorCode.JOB_NOT_FOUND,
                        "job \"" + job + "\" is not running: no process runs jobs of warehouse " + folder,
                        "start it with: alluvium run -w " + folder));
    }

    private static Path folder(@Nullable Path given) {
        Path folder = given != null ? given : Warehouse.nearest(Path.of(""));
        if (folder == null) {
            throw new AlluviumException(ErrorCode.WAREHOUSE_NOT_FOUND, "no warehouse here", "give one with -w DIR");
        }
        return folder;
    }
}
