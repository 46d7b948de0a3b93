package io.alluvium.examples.mall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The data and answers in the repository are what the generator makes, and contain what the example promises. */
class MallGeneratorTest {
    private static final Path WAREHOUSE = Path.of("mall");

    private final Map<String, String> generated = MallGenerator.generate();

    @Test
    void repositoryHoldsWhatTheGeneratorMakes() throws IOException {
        Set<String> committed = new TreeSet<>();
        for (String folder : List.of("data/ods", "expected")) {
            try (Stream<Path> files = Files.walk(WAREHOUSE.resolve(folder))) {
                files.filter(Files::isRegularFile)
                        .forEach(file -> committed.add(
                                WAREHOUSE.relativize(file).toString().replace('\\', '/')));
            }
        }
        assertEquals(new TreeSet<>(generated.keySet()), committed);
        for (Map.Entry<String, String> file : generated.entrySet()) {
            String text = Files.readString(WAREHOUSE.resolve(file.getKey()), StandardCharsets.UTF_8);
            assertTrue(
                    text.equals(file.getValue()),
                    file.getKey() + " is not what the generator makes; run its main again");
        }
    }

    @Test
    void filesStaySmall() {
        generated.forEach((path, text) -> {
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            assertTrue(bytes < 900_000, path + " has " + bytes + " bytes");
        });
    }

    @Test
    void messagesShowEverythingTheStoryNeeds() {
        String mall = topic("ods_mall");
        String crm = topic("ods_crm");
        assertContains(mall, "\"type\":\"DELETE\"", "deletes");
        assertContains(
                mall, "\"old\":\\[\\{\"id\":\"101\"},\\{\"id\":\"102\"}", "a primary-key change of several rows");
        assertContains(crm, "\"old\":\\[\\{\"id\":\"23\",", "a user whose key changes");
        assertContains(mall, "\"price\":\"\\d+\\.0\"", "a decimal with a zero fraction");
        assertContains(mall, "\"old\":\\[\\{\"order_status\":\"1001\",\"operate_time\":null}", "NULL becomes a value");
        assertContains(mall, "\"comment_txt\":null", "a value becomes NULL");
        assertContains(mall, "\"type\":\"QUERY\"", "an annotated statement");
        assertContains(mall, "\"type\":\"ALTER\"", "DDL");
        assertContains(mall, "\"database\":\"mall_rehearsal\"", "a foreign database");
        assertContains(mall, "\"data\":\\[],", "an INSERT without rows");
        assertContains(mall, "\"pkNames\":null,\"sql\":\"\"", "a table without a key");
        assertContains(mall, "(?m)^null$", "a null payload");
        assertContains(crm, "0000-00-00", "a zero date");
        assertContains(crm, "😀", "an emoji");
        assertTrue(
                mall.lines()
                                .map(line -> line.replaceAll("\"(id|ts)\":\\d+", ""))
                                .distinct()
                                .count()
                        < mall.lines().count() - 100,
                "spans that are sent again");
    }

    /** The dead-letter guard stops a job above one in a hundred; a reader meets the broken lines one by one. */
    @Test
    void brokenLinesStayBelowOneInAHundred() {
        MallSimulation simulation = MallSimulation.play(MallGenerator.SEED);
        assertBelowOneInAHundred("mall", simulation.mall().topic().badLines());
        assertBelowOneInAHundred("crm", simulation.crm().topic().badLines());
        assertBelowOneInAHundred("log", MallLog.write(MallGenerator.SEED + 1).badLines());
    }

    /** Whether a page is late must not hang on a millisecond that engines count differently. */
    @Test
    void latenessIsNeverNarrow() {
        long greatest = 0;
        for (MallLog.Event event : MallLog.write(MallGenerator.SEED + 1).events()) {
            if (event.kind().equals("page")) {
                long windowEnd = Math.floorDiv(event.millis(), 60_000L) * 60_000 + 60_000;
                long slack = windowEnd - (greatest - 5_000);
                assertTrue(
                        Math.abs(slack) > 1_000,
                        "a page at " + event.millis() + " is within " + slack + " ms of being late");
                greatest = Math.max(greatest, event.millis());
            }
        }
    }

    private static void assertBelowOneInAHundred(String topic, List<CanalTopic.BadLine> badLines) {
        for (int i = 0; i < badLines.size(); i++) {
            int line = badLines.get(i).line();
            assertTrue((i + 1) * 100 < line, topic + " has " + (i + 1) + " broken lines by line " + line);
        }
    }

    private static void assertContains(String text, String regex, String what) {
        Matcher matcher = Pattern.compile(regex).matcher(text);
        assertTrue(matcher.find(), "there is no example of " + what);
    }

    private String topic(String name) {
        StringBuilder text = new StringBuilder();
        generated.forEach((path, part) -> {
            if (path.startsWith("data/ods/" + name + "/")) {
                text.append(part);
            }
        });
        return text.toString();
    }
}
