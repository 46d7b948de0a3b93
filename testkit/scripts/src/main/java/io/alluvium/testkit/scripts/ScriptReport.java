package io.alluvium.testkit.scripts;

import io.alluvium.core.error.AlluviumException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a script went, in each way it was run. */
public record ScriptReport(Path file, List<Outcome> outcomes) {
    public ScriptReport {
        outcomes = List.copyOf(outcomes);
    }

    /** @param failure what went wrong, with file and line; null where all was right */
    public record Outcome(RunMode mode, @Nullable AlluviumException failure, long millis) {}

    public boolean passed() {
        return outcomes.stream().allMatch(outcome -> outcome.failure() == null);
    }

    /** One line for a good script; for a bad one each different failure once, with the ways it came up in. */
    public String text() {
        long millis = outcomes.stream().mapToLong(Outcome::millis).sum();
        if (passed()) {
            return "ok      " + file + " (" + outcomes.size() + " ways, " + millis + " ms)";
        }
        StringBuilder text = new StringBuilder("FAILED  " + file);
        String before = "";
        for (Outcome outcome : outcomes) {
            AlluviumException failure = outcome.failure();
            if (failure != null) {
                String message = String.valueOf(failure.getMessage());
                text.append("\n  ").append(outcome.mode()).append(": ");
                text.append(message.equals(before) ? "the same" : message.replace("\n", "\n  "));
                before = message;
            }
        }
        return text.toString();
    }
}
