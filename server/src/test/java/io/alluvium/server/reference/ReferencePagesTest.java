package io.alluvium.server.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.FormatFactory;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.runtime.function.BuiltInFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
                        ReferencePages.connectors(installed(ConnectorFactory.class), installed(FormatFactory.class))),
                new Page(
                        "sql/functions.md",
                        ReferencePages.functions(new BuiltInFunctions(), ReferencePagesTest::family)));
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

    /** The class of functions as words: {@code TextSearchFunctions} is "Text search". */
    private static String family(FunctionSpec function) {
        String declaring = BuiltInFunctions.all().stream()
                .filter(overload -> overload.function().name().equals(function.name()))
                .map(overload -> overload.method().getDeclaringClass().getSimpleName())
                .findFirst()
                .orElseThrow();
        String words = declaring.replace("Functions", "").replaceAll("(?<=.)([A-Z][a-z])", " $1");
        return words.equals("Json")
                ? "JSON"
                : words.charAt(0) + words.substring(1).toLowerCase(Locale.ROOT);
    }

    private static <T> List<T> installed(Class<T> contract) {
        return ServiceLoader.load(contract).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
