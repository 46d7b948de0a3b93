package io.alluvium.examples.mall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.sql.ScriptSplitter;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The mall on Kafka is the mall with other WITH options, and each of its topics is in the list of topics. */
class MallOnKafkaScriptsTest {
    private static final Path MALL = Path.of("mall");
    private static final Path ON_KAFKA = MALL.resolve("kafka");
    private static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");

    @Test
    void onlyTheOptionsDiffer() throws IOException {
        for (String layer : LAYERS) {
            List<StatementText> ours = texts(ON_KAFKA.resolve(layer));
            assertFalse(ours.isEmpty());
            assertEquals(withoutOptions(texts(MALL.resolve(layer))), withoutOptions(ours), layer);
        }
    }

    @Test
    void everyTopicIsListedOnce() throws IOException {
        List<String> topics = new ArrayList<>();
        for (String layer : LAYERS) {
            for (StatementText text : texts(ON_KAFKA.resolve(layer))) {
                if (StatementParser.parse(text) instanceof Statement.CreateTable table) {
                    table.options().stream()
                            .filter(option -> option.key().equals("topic"))
                            .map(Option::value)
                            .forEach(topics::add);
                }
            }
        }
        List<String> listed = Files.readAllLines(ON_KAFKA.resolve("topics.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ")[0])
                .toList();
        assertTrue(topics.size() > 20);
        assertEquals(new TreeSet<>(topics), new TreeSet<>(listed));
        assertEquals(topics.size(), listed.size());
    }

    @Test
    void addressesAndSecretsAreVariables() throws IOException {
        for (String layer : LAYERS) {
            for (StatementText text : texts(ON_KAFKA.resolve(layer))) {
                if (text.text().startsWith("CREATE TABLE")) {
                    assertTrue(text.text().contains("${env:MALL_"), text.text());
                    assertFalse(text.text().contains("127.0.0.1"), text.text());
                }
            }
        }
    }

    private static List<String> withoutOptions(List<StatementText> statements) {
        return statements.stream()
                .map(text -> text.text()
                        .replaceAll("(?s)\\bWITH \\(\\s*'connector'.*", "")
                        .strip())
                .toList();
    }

    private static List<StatementText> texts(Path folder) throws IOException {
        List<StatementText> texts = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                texts.addAll(ScriptSplitter.split(Files.readString(file), file.toString()));
            }
        }
        return texts;
    }
}
