package io.alluvium.server.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFolderTest {
    @TempDir
    Path temporary;

    private Path mall;
    private Path folder;

    @BeforeEach
    void mall() throws IOException {
        mall = temporary.resolve("mall");
        folder = temporary.resolve("demo");
        for (String layer : new String[] {"ods", "dwd", "dim", "dws", "data/ods"}) {
            Files.createDirectories(mall.resolve(layer));
        }
        Files.writeString(mall.resolve("warehouse.yaml"), "name: mall\n");
    }

    @Test
    void aDemoThatWasInterruptedCanBeRunAgain() throws IOException {
        // without app the copy breaks off in the middle, as an interrupted one does
        assertThrows(AlluviumException.class, () -> DemoFolder.prepare(mall, folder));
        assertTrue(Files.exists(folder.resolve("dws")));
        Files.createDirectories(mall.resolve("app"));
        DemoFolder.prepare(mall, folder);
        Files.createDirectories(folder.resolve(".alluvium/state"));
        Files.writeString(folder.resolve("app/old.sql"), "");
        DemoFolder.prepare(mall, folder);
        assertTrue(Files.exists(folder.resolve("app")));
        assertTrue(Files.notExists(folder.resolve("app/old.sql")));
        assertTrue(Files.notExists(folder.resolve(".alluvium/state")));
    }

    @Test
    void aFolderOfSomebodyElseIsLeftAlone() throws IOException {
        Files.createDirectories(mall.resolve("app"));
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("letter"), "dear");
        AlluviumException error = assertThrows(AlluviumException.class, () -> DemoFolder.prepare(mall, folder));
        assertEquals(ErrorCode.OPTION_INVALID, error.code());
        assertTrue(Files.exists(folder.resolve("letter")));
    }
}
