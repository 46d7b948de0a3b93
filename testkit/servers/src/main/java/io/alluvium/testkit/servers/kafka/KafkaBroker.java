package io.alluvium.testkit.servers.kafka;

import io.alluvium.testkit.servers.ServerSkips;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker on loopback: one in this process for all tests of a run, or one in a process of its own that a test may kill. Its
 * address and data stay the same when it is started again. Used by one thread at a time.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final String INSTALL = "nothing: the broker comes with the build; see the reason";
    private static final long DEADLINE_SECONDS = 60;

    static {
        quiet("kafka", "org.apache.kafka", "state.change.logger");
    }

    private static @Nullable KafkaBroker shared;
    private static @Nullable Exception failure;

    private final Path folder;
    private final int brokerPort;
    private final int controllerPort;
    private final boolean forked;
    private @Nullable BrokerNode node;
    private @Nullable Process process;

    private KafkaBroker(boolean forked) throws IOException {
        this.forked = forked;
        this.folder = Files.createTempDirectory("kafka-broker");
        try (ServerSocket broker = free();
                ServerSocket controller = free()) {
            this.brokerPort = broker.getLocalPort();
            this.controllerPort = controller.getLocalPort();
        }
    }

    /** The broker of this run, in this process. Where it cannot start, the calling test is skipped, or fails where required. */
    public static synchronized KafkaBroker shared() {
        KafkaBroker broker = shared;
        if (broker != null) {
            return broker;
        }
        if (failure == null) {
            try {
                KafkaBroker started = new KafkaBroker(false);
                started.start();
                Runtime.getRuntime().addShutdownHook(new Thread(started::close, "kafka-broker-stop"));
                shared = started;
                return started;
            } catch (IOException | RuntimeException e) {
                failure = e;
            }
        }
        ServerSkips.skip("Kafka", String.valueOf(failure), INSTALL);
        throw new AssertionError("skipped");
    }

    /** A broker of its own in a process of its own, started. */
    public static KafkaBroker forked() {
        try {
            KafkaBroker broker = new KafkaBroker(true);
            broker.start();
            return broker;
        } catch (IOException | RuntimeException e) {
            ServerSkips.skip("Kafka", e.toString(), INSTALL);
            throw new AssertionError("skipped", e);
        }
    }

    /** The {@code bootstrap.servers}. */
    public String address() {
        return "127.0.0.1:" + brokerPort;
    }

    /** Starts it, or starts it again with the same address and data; returns when it takes requests. */
    public void start() throws IOException {
        if (!forked) {
            node = BrokerNode.start(folder, brokerPort, controllerPort);
            return;
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        for (String logger : new String[] {"kafka", "org.apache.kafka", "state.change.logger"}) {
            command.add("-Dorg.slf4j.simpleLogger.log." + logger + "=error");
        }
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(BrokerProcess.class.getName());
        command.addAll(List.of(folder.toString(), "" + brokerPort, "" + controllerPort));
        Path log = folder.resolveSibling(folder.getFileName() + ".log");
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        process = started;
        BufferedReader out =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (!BrokerProcess.READY.equals(line)) {
            throw new IOException("the broker did not start: " + line + "; its log: " + Files.readString(log));
        }
    }

    /** Stops it in good order. */
    public void stop() {
        BrokerNode running = node;
        node = null;
        if (running != null) {
            running.stop();
        }
        Process child = process;
        process = null;
        if (child != null) {
            try {
                child.getOutputStream().close();
                if (!child.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                    child.destroyForcibly();
                }
            } catch (IOException | InterruptedException e) {
                child.destroyForcibly();
                throw new IllegalStateException("the broker did not stop", e);
            }
        }
    }

    /** Kills its process without warning; only where it has one of its own. */
    public void kill() {
        Process child = process;
        process = null;
        if (child == null) {
            throw new IllegalStateException("only a running broker in a process of its own can be killed");
        }
        child.destroyForcibly();
        try {
            if (!child.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the broker outlived its kill");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        stop();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket free() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    /** Brokers and clients talk a lot; a level that was set before stays. */
    private static void quiet(String... loggers) {
        for (String logger : loggers) {
            String key = "org.slf4j.simpleLogger.log." + logger;
            if (System.getProperty(key) == null) {
                System.setProperty(key, "error");
            }
        }
    }
}
