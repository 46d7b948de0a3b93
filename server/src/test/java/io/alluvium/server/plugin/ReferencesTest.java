package io.alluvium.server.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencesTest {
    @TempDir
    Path folder;

    @Test
    void referencesAreResolvedAndTheRestIsText() throws IOException {
        Files.writeString(folder.resolve("password"), "s$cret\\1 \r\n");
        References references = new References(folder, Map.of("NAME", "ann")::get);
        assertEquals(
                Map.of(
                        "user",
                        "ann",
                        "password",
                        "s$cret\\1 ",
                        "path",
                        folder.toAbsolutePath() + "/x",
                        "plain",
                        "${x} $1"),
                references.resolve(Map.of(
                        "user", "${env:NAME}",
                        "password", "${file:password}",
                        "path", "${warehouse}/x",
                        "plain", "${x} $1")));
    }

    @Test
    void aReferenceToNothingIsNamed() {
        References references = new References(folder, name -> null);
        AlluviumException error =
                assertThrows(AlluviumException.class, () -> references.resolve(Map.of("password", "${env:NOPE}")));
        assertEquals(ErrorCode.SECRET_NOT_FOUND, error.code());
        assertEquals("set the environment variable NOPE", error.hint());
        assertThrows(AlluviumException.class, () -> references.resolve(Map.of("password", "${file:nope}")));
    }
}
