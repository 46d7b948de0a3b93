package io.alluvium.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseTest {
    @TempDir
    Path folder;

    @Test
    void aFolderThatWasNoWarehouseStaysNoneWhereNothingIsKept() {
        Warehouse.open(folder).close();
        assertTrue(Files.notExists(folder.resolve(".alluvium")));
    }

    @Test
    void whatIsKeptStays() {
        try (Warehouse warehouse = Warehouse.open(folder)) {
            warehouse.catalog().createDatabase(new DatabaseDefinition("more", null, Map.of(), null));
        }
        Warehouse.open(folder).close();
        assertTrue(Files.exists(folder.resolve(".alluvium/catalog.mv.db")));
        assertTrue(Files.notExists(folder.resolve(".alluvium/catalog.owner")));
    }

    @Test
    void theDeclaredWarehouseKeepsItsCatalog() throws IOException {
        Files.writeString(folder.resolve("warehouse.yaml"), "name: shop\n");
        Warehouse.open(folder).close();
        assertTrue(Files.exists(folder.resolve(".alluvium/catalog.mv.db")));
    }

    @Test
    void outputThatIsLostIsRemembered() throws IOException {
        assertEquals("No space left on device", lost("No space left on device"));
        assertNull(lost("Broken pipe"), "who reads a part of it wants no more");
    }

    private static @org.jspecify.annotations.Nullable String lost(String reason) throws IOException {
        try (StandardOutput output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(reason);
            }
        })) {
            assertThrows(IOException.class, () -> output.write('a'));
            return output.lost();
        }
    }

    @Test
    void whoHasTheCatalogIsSaid() throws IOException, InterruptedException {
        try (Warehouse held = Warehouse.open(folder)) {
            ForkedAlluvium.Outcome outcome =
                    new ForkedAlluvium(folder).run("sql", "-w", folder.toString(), "-e", "SELECT 1");
            assertEquals(ErrorCode.STATE_FOLDER_IN_USE.kind().exitCode(), outcome.exitCode(), outcome.err());
            String owner = "in use by process " + ProcessHandle.current().pid();
            assertTrue(outcome.err().contains(owner), outcome.err());
            assertEquals(6, held.catalog().databases().size());
        }
    }
}
