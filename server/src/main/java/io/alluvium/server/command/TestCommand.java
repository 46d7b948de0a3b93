package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.plugin.InstalledConnectors;
import io.alluvium.testkit.scripts.ScriptReport;
import io.alluvium.testkit.scripts.ScriptTest;
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
        String home = System.getProperty("alluvium.home");
        InstalledConnectors installed = InstalledConnectors.load(home == null ? null : Path.of(home));
        int failed = 0;
        for (Path file : files) {
            ScriptReport report = ScriptTest.run(file, installed);
            System.out.println(report.text());
            failed += report.passed() ? 0 : 1;
        }
        if (failed > 0) {
            throw new AlluviumException(
                    ErrorCode.TEST_FAILED, failed + " of " + files.size() + " scripts did not get what they expect");
        }
        return 0;
    }
}
