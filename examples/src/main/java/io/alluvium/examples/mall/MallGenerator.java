package io.alluvium.examples.mall;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the source data of the example and the answers it must give. What is in the repository was written by {@link #main};
 * a test holds that it still is what the generator makes.
 */
public final class MallGenerator {
    /** The seed of what is in the repository; the log has the next one. */
    static final long SEED = 20240618L;

    /** Files stay below this size; a topic goes on in the next file. */
    private static final int MAX_FILE_BYTES = 800_000;

    private MallGenerator() {}

    /** Writes {@code data/ods} and {@code expected} of the warehouse folder given, {@code examples/mall} by default. */
    public static void main(String[] arguments) throws IOException {
        write(generate(), Path.of(arguments.length > 0 ? arguments[0] : "examples/mall"));
    }

    /** The files by their path inside the warehouse folder. */
    public static Map<String, String> generate() {
        return files(MallSimulation.play(SEED), MallLog.write(SEED + 1));
    }

    static Map<String, String> files(MallSimulation simulation, MallLog log) {
        Map<String, String> files = new TreeMap<>();
        StringBuilder badLines = new StringBuilder("topic\tfile\tline\treason\n");
        split(
                files,
                badLines,
                "ods_mall",
                simulation.mall().topic().lines(),
                simulation.mall().topic().badLines());
        split(
                files,
                badLines,
                "ods_crm",
                simulation.crm().topic().lines(),
                simulation.crm().topic().badLines());
        split(files, badLines, "ods_log", log.lines(), log.badLines());
        files.put("expected/bad_lines.tsv", badLines.toString());
        MallAnswers.of(simulation, log).forEach((table, text) -> files.put("expected/" + table + ".tsv", text));
        return files;
    }

    static void write(Map<String, String> files, Path folder) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
        }
    }

    private static void split(
            Map<String, String> files,
            StringBuilder report,
            String topic,
            List<String> lines,
            List<CanalTopic.BadLine> badLines) {
        StringBuilder part = new StringBuilder();
        int partBytes = 0;
        int partNumber = 0;
        int firstLine = 1;
        int nextBad = 0;
        for (int i = 0; i < lines.size(); i++) {
            int bytes = lines.get(i).getBytes(StandardCharsets.UTF_8).length + 1;
            if (partBytes + bytes > MAX_FILE_BYTES) {
                files.put(path(topic, partNumber++), part.toString());
                part.setLength(0);
                partBytes = 0;
                firstLine = i + 1;
            }
            part.append(lines.get(i)).append('\n');
            partBytes += bytes;
            if (nextBad < badLines.size() && badLines.get(nextBad).line() == i + 1) {
                report.append(String.join(
                                "\t",
                                topic,
                                path(topic, partNumber),
                                String.valueOf(i + 2 - firstLine),
                                badLines.get(nextBad++).reason()))
                        .append('\n');
            }
        }
        files.put(path(topic, partNumber), part.toString());
    }

    private static String path(String topic, int part) {
        return String.format("data/ods/%s/part-%04d.json", topic, part);
    }
}
