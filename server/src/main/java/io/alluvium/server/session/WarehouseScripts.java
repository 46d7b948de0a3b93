package io.alluvium.server.session;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The scripts of a warehouse folder: {@code ods/*.sql}, then dwd, dim, dws, app, each by name. */
public final class WarehouseScripts {
    /** The layers' folders, in the order in which data flows. */
    public static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");

    private WarehouseScripts() {}

    public static List<Path> of(Path warehouse) {
        List<Path> scripts = new ArrayList<>();
        LAYERS.forEach(layer -> scripts.addAll(of(warehouse, layer)));
        if (scripts.isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "the warehouse " + warehouse + " has no scripts",
                    "put them into " + String.join(", ", LAYERS) + " as *.sql");
        }
        return scripts;
    }

    /** The scripts of one layer, sorted by name; empty where the folder is missing. */
    public static List<Path> of(Path warehouse, String layer) {
        Path folder = warehouse.resolve(layer);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".sql"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "cannot list " + folder, null, e);
        }
    }
}
