package io.alluvium.server.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code alluvium test}: runs script tests. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description =
                "Runs script tests: rows in, expected net changes out, at several parallelisms and through crashes.")
public final class TestCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Scripts (*.slt).")
    private List<Path> files = new ArrayList<>();

    @Override
    public Integer call() {
        return 0;
    }
}
