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
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The warehouse a command works on: a folder with {@code warehouse.yaml}, its catalog and the state of its jobs under
 * {@code .alluvium}; or nothing but memory.
 */
public final class Warehouse implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Warehouse.class);
    private static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");

    private final @Nullable Path folder;
    private final WarehouseFile file;
    private final Catalog catalog;
    /** The folder was no warehouse before it was opened: it stays none when nothing is kept in it. */
    private final boolean isNew;

    private Warehouse(@Nullable Path folder, WarehouseFile file, Catalog catalog, boolean isNew) {
        this.folder = folder;
        this.file = file;
        this.catalog = catalog;
        this.isNew = isNew;
    }

    /** A warehouse that writes nothing: {@code sql} without a folder. */
    public static Warehouse inMemory() {
        Warehouse warehouse = new Warehouse(
                null, new WarehouseFile("memory", LayerModel.standard(), Map.of()), new MemoryCatalog(), false);
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
        boolean isNew = !Files.exists(folder.resolve(WarehouseFile.FILE_NAME)) && !Files.exists(catalogFile(own));
        try {
            Files.createDirectories(own);
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    "cannot make the folder " + own,
                    "check the permissions of its parent",
                    e);
        }
        Warehouse warehouse = new Warehouse(folder, file, StoredCatalog.open(own.resolve("catalog")), isNew);
        if (warehouse.catalog.databases().isEmpty()) {
            warehouse.createDatabases();
        }
        return warehouse;
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
                : catalogFile(folder.resolve(".alluvium")).toString();
    }

    @Override
    public void close() {
        boolean nothingKept = isNew && isAsCreated();
        catalog.close();
        if (nothingKept && folder != null) {
            forget(folder.resolve(".alluvium"));
        }
    }

    private boolean isAsCreated() {
        return catalog.jobs().isEmpty()
                && catalog.databases().size() == LAYERS.size() + 1
                && catalog.databases().stream()
                        .allMatch(database -> catalog.objects(database.name()).isEmpty());
    }

    private static void forget(Path own) {
        try {
            Files.deleteIfExists(catalogFile(own));
            Files.deleteIfExists(own.resolve("catalog.trace.db"));
            Files.deleteIfExists(own);
        } catch (DirectoryNotEmptyException e) {
            LOG.info("folder={} keeps what else is in it", own);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "folder " + own + " cannot be removed", null, e);
        }
    }

    private static Path catalogFile(Path own) {
        return own.resolve("catalog.mv.db");
    }

    private void createDatabases() {
        catalog.createDatabase(new DatabaseDefinition(SessionCatalog.DEFAULT_DATABASE, null, Map.of(), null));
        for (String layer : LAYERS) {
            String name = layer.toUpperCase(Locale.ROOT);
            catalog.createDatabase(new DatabaseDefinition(layer, name, Map.of("layer", name), null));
        }
    }
}
