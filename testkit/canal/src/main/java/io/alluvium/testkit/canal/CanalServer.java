package io.alluvium.testkit.canal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A real Canal 1.1.7 in a process of its own: from the binary log of a MySQL to flat messages in Kafka, as its own launcher runs it.
 * It remembers where it stands as that does, in a file that is renewed each second: what it sent since is sent again after a kill.
 * Used by one thread at a time.
 */
public final class CanalServer implements AutoCloseable {
    private static final String CLASS_PATH = "class-path.txt";
    private static final long DEADLINE_SECONDS = 60;

    private final Path folder;
    private @Nullable Process process;

    private CanalServer(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts a Canal that remembers in a folder.
     *
     * @param folder an empty one, not removed
     */
    public static CanalServer start(Path folder, CanalSettings settings) throws IOException {
        Files.createDirectories(folder);
        settings.write(folder);
        CanalServer server = new CanalServer(folder);
        server.restart();
        return server;
    }

    /** Starts it again; returns when it is about to read. */
    public void restart() throws IOException {
        if (process != null) {
            throw new IllegalStateException("Canal runs");
        }
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.timezone=UTC",
                "-Dfile.encoding=UTF-8",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath(),
                CanalProcess.class.getName(),
                folder.toString());
        Process started = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        process = started;
        BufferedReader out =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); !CanalProcess.READY.equals(line); line = out.readLine()) {
            if (line == null) {
                process = null;
                throw new IOException("Canal did not start: " + logText());
            }
        }
    }

    /** Ends it as an operating system without memory would: at once. */
    public void kill() {
        end(running().destroyForcibly());
    }

    /** Shuts it down, its position written. */
    public void stop() throws IOException {
        Process running = running();
        running.getOutputStream().close();
        end(running);
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** What it has logged. */
    public String logText() throws IOException {
        return Files.readString(log());
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }

    private Process running() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("Canal does not run");
        }
        return running;
    }

    private void end(Process ending) {
        process = null;
        try {
            if (!ending.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                ending.destroyForcibly();
                throw new IllegalStateException("Canal does not end");
            }
        } catch (InterruptedException e) {
            ending.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Path log() {
        return folder.resolve("canal.log");
    }

    /** This module's own classes and what the build has found Canal to need. */
    private static String classPath() throws IOException {
        try (InputStream libraries = CanalServer.class.getResourceAsStream(CLASS_PATH)) {
            if (libraries == null) {
                throw new IllegalStateException(CLASS_PATH + " is not there: the build of testkit/canal makes it");
            }
            Path own = Path.of(CanalServer.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return own
                    + System.getProperty("path.separator")
                    + new String(libraries.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
