package io.alluvium.benchmarks.nexmark;

/** How the benchmark reaches planner and engine; whoever wires them gives one. */
public interface SqlRunner {
    /**
     * Runs a script of statements, from SET and CREATE to one INSERT over bounded tables, in a fresh session and with fresh state.
     * Returns when the input has ended and its last results are committed, and throws what made the script fail. Called by one
     * thread, one script at a time.
     */
    void run(String script);
}
