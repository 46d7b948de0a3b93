package io.alluvium.testkit.scripts;

import io.alluvium.core.connector.FormatRegistry;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs script tests: {@code alluvium test} and the build's own. A script runs in each of {@link RunMode#ALL}; in each it must give
 * what it expects, and hold at its end what its queries give over the final tables.
 */
public final class ScriptTest {
    private ScriptTest() {}

    /**
     * Runs a script in every way.
     *
     * @throws AlluviumException SYNTAX_ERROR where the script cannot be read, FILE_NOT_FOUND
     */
    public static ScriptReport run(Path file, FormatRegistry formats) {
        Script script = read(file);
        Installed installed = new Installed(formats);
        List<ScriptReport.Outcome> outcomes = new ArrayList<>();
        for (RunMode mode : RunMode.ALL) {
            outcomes.add(outcome(script, mode, installed));
        }
        return new ScriptReport(file, outcomes);
    }

    /** Runs a script in one way; a failure is thrown. */
    public static void run(Path file, RunMode mode, FormatRegistry formats) {
        run(read(file), mode, new Installed(formats));
    }

    private static ScriptReport.Outcome outcome(Script script, RunMode mode, Installed installed) {
        long start = System.nanoTime();
        AlluviumException failure = null;
        try {
            run(script, mode, installed);
        } catch (AlluviumException e) {
            failure = e;
        }
        return new ScriptReport.Outcome(mode, failure, (System.nanoTime() - start) / 1_000_000);
    }

    private static void run(Script script, RunMode mode, Installed installed) {
        try (ScriptRun run = new ScriptRun(script, mode, installed)) {
            run.run();
        }
    }

    private static Script read(Path file) {
        try {
            return ScriptParser.parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.FILE_NOT_FOUND, "script " + file + " cannot be read", null, e);
        }
    }
}
