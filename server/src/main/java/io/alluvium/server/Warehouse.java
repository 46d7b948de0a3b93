package io.alluvium.server;

import io.alluvium.catalog.Catalog;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.MemoryCatalog;
import io.alluvium.catalog.SessionCatalog;
import io.alluvium.catalog.StoredCatalog;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.layers.LayerModel;
import io.alluvium.layers.WarehouseFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The warehouse a command works on: a folder with {@code warehouse.yaml}, its catalog and the state of its jobs under
 * {@code .alluvium}; or nothing but memory.
 */
public final class Warehouse implements AutoCloseable {
    private static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");

    private final @Nullable Path folder;
    private final WarehouseFile file;
    private final Catalog catalog;

    private Warehouse(@Nullable Path folder, WarehouseFile file, Catalog catalog) {
        this.folder = folder;
        this.file = file;
        this.catalog = catalog;
    }

    /** A warehouse that writes nothing: {@code sql} without a folder. */
    public static Warehouse inMemory() {
        Warehouse warehouse =
                new Warehouse(null, new WarehouseFile("memory", LayerModel.standard(), Map.of()), new MemoryCatalog());
        warehouse.createDatabases();
        return warehouse;
    }

    /** Opens a folder; without {@code warehouse.yaml} it gets the standard layers. */
    public static Warehouse open(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new AlluviumException(
                    ErrorCode.WAREHOUSE_NOT_FOUND,
                    "warehouse folder \"" + folder + "\" does not exist",
                    "make one with: alluvium init " + folder);
        }
        WarehouseFile file = Files.exists(folder.resolve(WarehouseFile.FILE_NAME))
                ? WarehouseFile.read(folder)
                : new WarehouseFile("warehouse", LayerModel.standard(), Map.of());
        Path own = folder.resolve(".alluvium");
        try {
            Files.createDirectories(own);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "cannot make the folder " + own, null, e);
        }
        Warehouse warehouse = new Warehouse(folder, file, catalog(own));
        if (warehouse.catalog.databases().isEmpty()) {
            warehouse.createDatabases();
        }
        return warehouse;
    }

    /** Opens the catalog; where another process has it, says which one runs the warehouse's jobs, where that is known. */
    private static StoredCatalog catalog(Path own) {
        try {
            return StoredCatalog.open(own.resolve("catalog"));
        } catch (AlluviumException e) {
            Path owner = own.resolve("state").resolve("owner");
            if (e.code() != ErrorCode.STATE_FOLDER_IN_USE || !Files.exists(owner)) {
                throw e;
            }
            try {
                throw new AlluviumException(
                        ErrorCode.STATE_FOLDER_IN_USE,
                        "warehouse " + own.getParent() + " is in use; its jobs were last run by "
                                + Files.readString(owner).strip(),
                        "stop that process, or use another warehouse folder",
                        e);
            } catch (IOException unreadable) {
                e.addSuppressed(unreadable);
                throw e;
            }
        }
    }

    /** The nearest folder upwards with a {@code warehouse.yaml}, or null. */
    public static @Nullable Path nearest(Path start) {
        for (Path folder = start.toAbsolutePath().normalize(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(WarehouseFile.FILE_NAME))) {
                return folder;
            }
        }
        return null;
    }

    public WarehouseFile file() {
        return file;
    }

    public Catalog catalog() {
        return catalog;
    }

    /** True where nothing is kept. */
    public boolean isInMemory() {
        return folder == null;
    }

    /** Where relative paths of tables start: the warehouse folder, or the process's folder. */
    public Path root() {
        return folder != null ? folder : Path.of("").toAbsolutePath();
    }

    /** Where jobs keep their checkpoints, or null in memory. */
    public @Nullable Path stateFolder() {
        return folder == null ? null : folder.resolve(".alluvium").resolve("state");
    }

    /** Where the catalog is, for people. */
    public String catalogPlace() {
        return folder == null
                ? "memory"
                : folder.resolve(".alluvium").resolve("catalog.mv.db").toString();
    }

    @Override
    public void close() {
        catalog.close();
    }

    private void createDatabases() {
        catalog.createDatabase(new DatabaseDefinition(SessionCatalog.DEFAULT_DATABASE, null, Map.of(), null));
        for (String layer : LAYERS) {
            String name = layer.toUpperCase(java.util.Locale.ROOT);
            catalog.createDatabase(new DatabaseDefinition(layer, name, Map.of("layer", name), null));
        }
    }
}
