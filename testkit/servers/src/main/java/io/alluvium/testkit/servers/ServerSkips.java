package io.alluvium.testkit.servers;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * What happens to tests whose server cannot start on this machine: they are skipped, and the run ends with a line that counts them
 * and says what to install; with {@code -Dservers=required} they fail instead. Thread-safe.
 */
public final class ServerSkips {
    private static final Map<String, Skipped> SKIPPED = new ConcurrentHashMap<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ServerSkips::print, "server-skips"));
    }

    private ServerSkips() {}

    private record Skipped(String install, AtomicInteger count) {}

    /**
     * Ends the calling test: as skipped, or as failed where servers are required.
     *
     * @param server such as {@code MySQL}
     * @param reason why it cannot start
     * @param install the command that would help, or what to do
     */
    public static void skip(String server, String reason, String install) {
        if (required()) {
            throw new AssertionError(server + " cannot start: " + reason + "; install it with: " + install);
        }
        SKIPPED.computeIfAbsent(server, name -> new Skipped(install, new AtomicInteger()))
                .count()
                .incrementAndGet();
        Assumptions.abort(server + " cannot start: " + reason + "; install it with: " + install);
    }

    /** True where a server that cannot start is a failure. */
    public static boolean required() {
        return System.getProperty("servers", "").equals("required");
    }

    private static void print() {
        SKIPPED.forEach((server, skipped) -> System.err.println("SKIPPED " + skipped.count() + " tests that need "
                + server + "; install it with: " + skipped.install()));
    }
}
