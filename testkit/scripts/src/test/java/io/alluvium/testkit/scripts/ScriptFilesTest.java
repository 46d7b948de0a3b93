package io.alluvium.testkit.scripts;

import io.alluvium.core.connector.FormatRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs every script under {@code src/test/resources/scripts} in every way; {@code -Dscripts=TEXT} takes those with TEXT in their path. */
class ScriptFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/scripts");

    @TestFactory
    Stream<DynamicTest> scripts() throws IOException {
        String wanted = System.getProperty("scripts", "");
        FormatRegistry formats = new ClassPathFormats();
        List<Path> files;
        try (Stream<Path> found = Files.walk(FOLDER)) {
            files = found.filter(file -> file.toString().endsWith(".slt"))
                    .filter(file -> file.toString().contains(wanted))
                    .sorted()
                    .toList();
        }
        return files.stream().flatMap(file -> RunMode.ALL.stream()
                .map(mode -> DynamicTest.dynamicTest(
                        FOLDER.relativize(file) + ", " + mode, () -> ScriptTest.run(file, mode, formats))));
    }
}
