package io.alluvium.testkit.pipeline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Alluvium's command line in a process of its own, which is killed and started again. */
final class Engine implements AutoCloseable {
    private static final String MAIN = "io.alluvium.server.Main";
    private static final long DEADLINE_SECONDS = 180;

    private final Path folder;
    private final Map<String, String> environment;
    private @Nullable Process process;
    private int starts;

    /** @param folder the warehouse */
    Engine(Path folder) {
        this(folder, Map.of());
    }

    Engine(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** {@code alluvium run} with these arguments, going on until it is killed. */
    void start(String... arguments) throws IOException {
        starts++;
        process = launch(List.of("run"), arguments);
    }

    /** {@code kill -9}. */
    void kill() {
        Process running = process;
        if (running == null || !running.isAlive()) {
            throw new AssertionError("the engine has ended: " + log());
        }
        process = null;
        await(running.destroyForcibly(), "kill");
    }

    /** A command line that ends by itself, with success; what it printed. */
    String run(String... arguments) throws IOException {
        starts++;
        await(launch(List.of(), arguments), String.join(" ", arguments));
        return Files.readString(file("out"));
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The end of what the newest process has logged. */
    String log() {
        try {
            String text = new String(Files.readAllBytes(file("err")), StandardCharsets.UTF_8);
            return text.substring(Math.max(0, text.length() - 4000));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private Process launch(List<String> first, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(MAIN);
        command.addAll(first);
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(file("out").toFile())
                .redirectError(file("err").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void await(Process ending, String what) {
        try {
            if (!ending.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                ending.destroyForcibly();
                throw new AssertionError(what + " did not end: " + log());
            }
            if (!what.equals("kill") && ending.exitValue() != 0) {
                throw new AssertionError(what + " ended with " + ending.exitValue() + ": " + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Path file(String kind) {
        return folder.resolve(kind + "-" + starts + ".txt");
    }
}
