package io.alluvium.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, with its own time zone and platform charset, that can be killed. */
final class ForkedAlluvium {
    private static final long DEADLINE_SECONDS = 120;

    /** How a process ended. */
    record Outcome(int exitCode, String out, String err) {}

    private final Path folder;
    private final List<String> javaOptions;

    /** @param folder where the process runs and its output is kept */
    ForkedAlluvium(Path folder, String... javaOptions) {
        this.folder = folder;
        this.javaOptions = List.of(javaOptions);
    }

    /** Runs a command line to its end. */
    Outcome run(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        Process process = start(out, err, arguments);
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("no end within " + DEADLINE_SECONDS + " s:\n" + Files.readString(err));
        }
        return new Outcome(process.exitValue(), read(out), read(err));
    }

    /** Starts a command line and returns at once. */
    Process start(Path out, Path err, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        command.addAll(javaOptions);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
