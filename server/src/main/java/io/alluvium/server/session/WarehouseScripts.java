package io.alluvium.server.session;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scripts of a warehouse folder: {@code *.sql} in the folders of its databases, each folder by name. */
public final class WarehouseScripts {
    /** The layers' folders, in the order in which data flows. */
    public static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");

    /** All folders with scripts: that of tables outside the layers, the layers', and APP's other name. */
    private static final List<String> FOLDERS = List.of("default", "ods", "dwd", "dim", "dws", "app", "ads");

    private WarehouseScripts() {}

    public static List<Path> of(Path warehouse) {
        List<Path> scripts = new ArrayList<>();
        FOLDERS.forEach(folder -> scripts.addAll(of(warehouse, folder)));
        if (scripts.isEmpty()) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "the warehouse " + warehouse + " has no scripts",
                    "put them into " + String.join(", ", FOLDERS) + " as *.sql");
        }
        return scripts;
    }

    /** Files that look like scripts and are none of the warehouse's: in its folder itself, and in its other sub-folders. */
    private static List<Path> outside(Path warehouse) {
        List<Path> outside = new ArrayList<>(of(warehouse, ""));
        try (Stream<Path> folders = Files.list(warehouse)) {
            folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !FOLDERS.contains(name))
                    .sorted()
                    .forEach(name -> outside.addAll(of(warehouse, name)));
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STORAGE_FAILED, "cannot list " + warehouse, null, e);
        }
        return outside;
    }

    /** What to tell of the files outside, or null where there are none. */
    public static @Nullable String warning(Path warehouse) {
        List<Path> outside = outside(warehouse);
        if (outside.isEmpty()) {
            return null;
        }
        String names = outside.stream()
                .map(file -> warehouse.relativize(file).toString())
                .collect(Collectors.joining(", "));
        return "not run: " + names + "; scripts of a warehouse lie in " + String.join(", ", FOLDERS)
                + ", others are run by name";
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
