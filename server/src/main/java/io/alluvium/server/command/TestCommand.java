package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.ErrorKind;
import io.alluvium.server.plugin.InstalledConnectors;
import io.alluvium.testkit.scripts.ScriptReport;
import io.alluvium.testkit.scripts.ScriptTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code alluvium test}: runs script tests, a line for each good one, and what is wrong with the others. */
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
        InstalledConnectors installed = InstalledConnectors.ofThisProcess();
        int failed = 0;
        boolean bug = false;
        for (Path file : files) {
            try {
                ScriptReport report = ScriptTest.run(file, installed);
                System.out.println(report.text());
                failed += report.passed() ? 0 : 1;
                bug |= report.outcomes().stream().anyMatch(TestCommand::isBug);
            } catch (AlluviumException e) {
                System.out.println("FAILED  " + file + "\n  "
                        + String.valueOf(e.getMessage()).replace("\n", "\n  "));
                failed++;
                bug |= e.code().kind() == ErrorKind.INTERNAL;
            }
        }
        System.out.println((files.size() - failed) + " of " + files.size() + " scripts passed");
        if (failed == 0) {
            return 0;
        }
        return (bug ? ErrorCode.INTERNAL : ErrorCode.TEST_FAILED).kind().exitCode();
    }

    private static boolean isBug(ScriptReport.Outcome outcome) {
        AlluviumException failure = outcome.failure();
        return failure != null && failure.code().kind() == ErrorKind.INTERNAL;
    }
}
