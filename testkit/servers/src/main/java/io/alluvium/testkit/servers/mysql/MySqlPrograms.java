package io.alluvium.testkit.servers.mysql;

import io.alluvium.testkit.servers.ServerSkips;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The unpacked server and an initialised, empty data folder to copy: made once a machine and user in the system's temp folder,
 * each complete from the moment it has its name.
 */
record MySqlPrograms(Path home, Path template) {
    static final String VERSION = "8.0.31";

    private static final String ARCHIVE = "/mysql-Linux-amd64.tar.gz";
    private static final String INSTALL = "apt-get install libaio1 libnuma1";

    /** Ends the calling test as skipped where the server cannot run on this machine. */
    static MySqlPrograms present() throws IOException, InterruptedException {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!system.equals("Linux amd64")) {
            ServerSkips.skip(
                    "MySQL", "there is no build of it for " + system, "a Linux machine with an amd64 processor");
        }
        Path cache = Path.of(System.getProperty("java.io.tmpdir"), "alluvium-tests-" + System.getProperty("user.name"));
        Files.createDirectories(cache);
        Path home = cache.resolve("mysql-" + VERSION);
        if (!Files.isDirectory(home)) {
            unpack(cache, home);
        }
        String missing = missingLibraries(home);
        if (!missing.isEmpty()) {
            ServerSkips.skip("MySQL", "the libraries " + missing + " are not installed", INSTALL);
        }
        Path template = cache.resolve("mysql-" + VERSION + "-data");
        if (!Files.isDirectory(template)) {
            initialise(cache, home, template);
        }
        return new MySqlPrograms(home, template);
    }

    /** The start of any command line of the server on a data folder. */
    static List<String> command(Path home, Path data) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/mysqld").toString());
        command.add("--no-defaults");
        command.add("--basedir=" + home);
        command.add("--datadir=" + data);
        command.add("--lc-messages-dir=" + home.resolve("share"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        command.add("--innodb-buffer-pool-size=64M");
        command.add("--innodb-redo-log-capacity=8388608");
        command.add("--performance-schema=OFF");
        return command;
    }

    /** A data folder of its own for one server. */
    void copyTemplate(Path data) throws IOException {
        Files.walkFileTree(template, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(data.resolve(template.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                // each server makes its own UUID
                if (!file.endsWith("auto.cnf")) {
                    Files.copy(file, data.resolve(template.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void unpack(Path cache, Path home) throws IOException, InterruptedException {
        Path unpacked = Files.createTempDirectory(cache, "unpack");
        Process tar = new ProcessBuilder("tar", "-xz", "-C", unpacked.toString())
                .redirectErrorStream(true)
                .redirectOutput(
                        unpacked.resolveSibling(unpacked.getFileName() + ".log").toFile())
                .start();
        try (InputStream archive = MySqlPrograms.class.getResourceAsStream(ARCHIVE);
                OutputStream input = tar.getOutputStream()) {
            if (archive == null) {
                throw new IllegalStateException(ARCHIVE + " is not on the class path");
            }
            archive.transferTo(input);
        }
        requireSuccess("tar", tar, unpacked.resolveSibling(unpacked.getFileName() + ".log"));
        publish(unpacked, home);
    }

    private static void initialise(Path cache, Path home, Path template) throws IOException, InterruptedException {
        Path data = Files.createTempDirectory(cache, "data");
        Path log = data.resolveSibling(data.getFileName() + ".log");
        List<String> command = command(home, data);
        command.add("--initialize-insecure");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        requireSuccess("mysqld --initialize-insecure", process, log);
        publish(data, template);
    }

    /** Gives a finished folder its name; another process may have been faster. */
    private static void publish(Path made, Path name) throws IOException {
        try {
            Files.move(made, name, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(name)) {
                throw e;
            }
            delete(made);
        }
    }

    private static void requireSuccess(String what, Process process, Path log)
            throws IOException, InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(what + " did not end within 120 s: " + Files.readString(log));
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(what + " ended with " + process.exitValue() + ": " + Files.readString(log));
        }
        Files.delete(log);
    }

    private static String missingLibraries(Path home) throws IOException, InterruptedException {
        Process ldd = new ProcessBuilder("ldd", home.resolve("bin/mysqld").toString())
                .redirectErrorStream(true)
                .start();
        String listed = new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        ldd.waitFor();
        return String.join(
                " ",
                listed.lines()
                        .filter(line -> line.endsWith("not found"))
                        .map(line -> line.trim().split(" ")[0])
                        .toList());
    }
}
