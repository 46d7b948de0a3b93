package io.alluvium.server.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed pages say what the code declares. With {@code -Dreference.write=true} they are written anew instead. */
class ReferencePagesTest {
    private static final Path DOCS =
            Path.of(System.getProperty("basedir", ".")).resolve("../docs").normalize();

    record Page(String file, String text) {
        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Page> pages() {
        return Stream.of(
                new Page("errors.md", ReferencePages.errors()),
                new Page(
                        "connectors.md",
                        ReferencePages.connectors(installed(ConnectorFactory.class), installed(FormatFactory.class))));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void committedPageIsUpToDate(Page page) throws IOException {
        Path file = DOCS.resolve(page.file());
        if (Boolean.getBoolean("reference.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, page.text());
        }
        assertEquals(
                page.text(),
                Files.exists(file) ? Files.readString(file) : "(no such file)",
                "docs/" + page.file() + " differs from the declarations: run with -Dreference.write=true to renew");
    }

    private static <T> List<T> installed(Class<T> contract) {
        return ServiceLoader.load(contract).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
