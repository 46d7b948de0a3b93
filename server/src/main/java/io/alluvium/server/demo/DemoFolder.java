package io.alluvium.server.demo;

import io.alluvium.catalog.StoredCatalog;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.session.WarehouseScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that a demo runs in: a fresh copy of the example, marked so that only a demo's folder is ever replaced. */
public final class DemoFolder {
    private static final String MARK = ".alluvium-demo";
    private static final List<String> COPIED = List.of("warehouse.yaml", "ods", "dwd", "dim", "dws", "app", "data/ods");

    private static final List<String> ON_TOPICS = List.of("ods", "dwd", "dim", "dws");
    private static final List<String> FED = List.of("ods_mall", "ods_crm", "ods_log");
    private static final String KAFKA = "'connector' = 'kafka',";

    private DemoFolder() {}

    /** {@code zh} or {@code en}: what was asked for, else the terminal's language. */
    public static String language(@Nullable String wanted, Map<String, String> environment) {
        return Narration.language(wanted, environment);
    }

    /** Copies scripts and source data of a mall into a folder that is not there or is an earlier demo's. */
    public static void prepare(Path mall, Path folder) {
        try {
            if (Files.exists(folder)) {
                if (!Files.exists(folder.resolve(MARK))) {
                    throw new AlluviumException(
                            ErrorCode.OPTION_INVALID,
                            "\"" + folder + "\" exists and is no earlier demo's folder",
                            "choose another with --dir DIR");
                }
                refuseWhileInUse(folder);
                empty(folder);
            }
            // the mark is there from the first to the last: a demo that is interrupted here can be run again
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(MARK), "This folder is replaced by the next demo.\n");
            for (String part : COPIED) {
                copy(mall.resolve(part), folder.resolve(part));
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    "cannot prepare the demo's folder " + folder + ": " + e.getMessage(),
                    null,
                    e);
        }
    }

    /**
     * Puts the layers up to DWS on topics: the scripts of the mall on Kafka, read up to what is there, so that one layer runs behind
     * the other. APP stays as it was.
     *
     * @param mall the example as it is shipped
     */
    public static void onKafka(Path mall, Path folder, String address) {
        try {
            for (String layer : ON_TOPICS) {
                delete(folder.resolve(layer));
                copy(mall.resolve("kafka").resolve(layer), folder.resolve(layer));
                for (Path script : WarehouseScripts.of(folder, layer)) {
                    String sql = Files.readString(script)
                            .replace("${env:MALL_KAFKA}", address)
                            .replace(KAFKA, KAFKA + "\n  'scan.bounded.mode' = 'latest-offset',");
                    Files.writeString(script, sql);
                }
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED,
                    "cannot prepare the demo's folder " + folder + ": " + e.getMessage(),
                    null,
                    e);
        }
    }

    /** Statements that send the source data of the demo to its topics, line by line. */
    static String feed(String address) {
        StringBuilder script = new StringBuilder("SET 'pipeline.name' = 'feed';\n");
        StringBuilder inserts = new StringBuilder();
        for (String topic : FED) {
            script.append("CREATE TEMPORARY TABLE " + topic + "_lines (line STRING) WITH ('connector' = 'filesystem',\n"
                    + "  'path' = '${warehouse}/data/ods/" + topic + "', 'format' = 'raw');\n"
                    + "CREATE TEMPORARY TABLE " + topic + "_topic (line STRING) WITH ('connector' = 'kafka',\n"
                    + "  'topic' = '" + topic + "', 'properties.bootstrap.servers' = '" + address
                    + "', 'format' = 'raw');\n");
            inserts.append("INSERT INTO " + topic + "_topic SELECT line FROM " + topic + "_lines;\n");
        }
        return script + "EXECUTE STATEMENT SET BEGIN\n" + inserts + "END;\n";
    }

    /** @throws AlluviumException STATE_FOLDER_IN_USE saying who works in the folder, which must not be taken from under it */
    private static void refuseWhileInUse(Path folder) {
        Path own = folder.resolve(".alluvium");
        if (Files.exists(own.resolve("catalog.mv.db"))) {
            StoredCatalog.open(own.resolve("catalog")).close();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "\"" + from + "\" does not exist",
                    "give a copy of the whole folder examples/mall");
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.toAbsolutePath().getParent());
                    Files.copy(file, target);
                }
            }
        }
    }

    /** Deletes all in a demo's folder but its mark. */
    private static void empty(Path folder) throws IOException {
        try (Stream<Path> parts = Files.list(folder)) {
            for (Path part : parts.toList()) {
                if (!part.equals(folder.resolve(MARK))) {
                    delete(part);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
