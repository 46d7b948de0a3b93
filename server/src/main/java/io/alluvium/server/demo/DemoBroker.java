package io.alluvium.server.demo;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Kafka broker on loopback for one demo: a child process that ends with it. Its data lie in the demo's folder. */
public final class DemoBroker implements AutoCloseable {
    private static final String MAIN = "io.alluvium.testkit.servers.kafka.BrokerProcess";
    private static final String READY = "READY";
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final int port;

    private DemoBroker(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a broker and makes its topics; returns when it takes requests.
     *
     * @param jars folder with the broker's jars
     * @param folder for its data and its log
     * @param topics file with a line a topic: name and number of partitions
     * @throws AlluviumException EXTERNAL_FAILED naming its log
     */
    public static DemoBroker start(Path jars, Path folder, Path topics) {
        if (!Files.isDirectory(jars)) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "the broker's jars are not in " + jars,
                    "start the demo with ./alluvium, which fetches them");
        }
        Path log = folder.resolve("broker.log");
        try {
            Files.createDirectories(folder);
            int port = freePort();
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx192m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                            "-cp",
                            jars + "/*",
                            MAIN,
                            folder.resolve("data").toString(),
                            Integer.toString(port),
                            Integer.toString(freePort()),
                            topics.toString())
                    .redirectError(log.toFile())
                    .start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            if (!READY.equals(out.readLine())) {
                process.destroy();
                throw new AlluviumException(
                        ErrorCode.EXTERNAL_FAILED, "the demo's broker did not start", "its log is " + log);
            }
            return new DemoBroker(process, port);
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "the demo's broker cannot be started: " + e.getMessage(), null, e);
        }
    }

    /** Its {@code bootstrap.servers}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Ends its input, which stops it in good order. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
