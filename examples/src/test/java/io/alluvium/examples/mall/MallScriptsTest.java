package io.alluvium.examples.mall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.layers.LayerModel;
import io.alluvium.layers.LayerRule;
import io.alluvium.layers.WarehouseFile;
import io.alluvium.sql.ScriptSplitter;
import io.alluvium.sql.StatementParser;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.ObjectName;
import io.alluvium.sql.statement.Statement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts are read by the dialect's parser, keep to the layers, and name their jobs. */
class MallScriptsTest {
    private static final Path WAREHOUSE = Path.of("mall");
    private static final List<String> LAYERS = List.of("ods", "dwd", "dim", "dws", "app");
    private static final Pattern TABLE = Pattern.compile("\\b(ods|dwd|dim|dws|app)\\.\\w+");

    @Test
    void tablesAreMadeInTheirLayerBeforeTheyAreUsed() throws IOException {
        Set<String> made = new TreeSet<>();
        for (String layer : LAYERS) {
            for (Statement statement : statements(layer)) {
                if (statement instanceof Statement.CreateTable table) {
                    assertEquals(layer, database(table.name()));
                    assertTrue(made.add(name(table.name())), name(table.name()) + " is made twice");
                }
                for (Statement.InsertInto insert : inserts(statement)) {
                    Set<String> used = tables(insert);
                    used.removeAll(made);
                    assertEquals(Set.of(), used, "used before they are made");
                }
            }
        }
        assertEquals(3 + 10 + 3 + 5 + 7, made.size());
    }

    @Test
    void jobsReadOnlyWhatTheirLayerMayReadWithoutAWarning() throws IOException {
        LayerModel layers = WarehouseFile.read(WAREHOUSE).layers();
        for (String layer : LAYERS) {
            LayerRule rule = layers.rule(layer.toUpperCase(Locale.ROOT)).orElseThrow();
            for (Statement statement : statements(layer)) {
                for (Statement.InsertInto insert : inserts(statement)) {
                    assertEquals(layer, database(insert.target()));
                    for (String source : tables(insert)) {
                        if (!source.equals(name(insert.target()))) {
                            String read =
                                    source.substring(0, source.indexOf('.')).toUpperCase(Locale.ROOT);
                            assertTrue(rule.mayRead().contains(read), insert.target() + " reads " + source);
                        }
                    }
                }
            }
        }
    }

    @Test
    void jobsHaveTheirOwnNames() throws IOException {
        List<String> jobs = new ArrayList<>();
        for (String layer : LAYERS) {
            String name = null;
            for (Statement statement : statements(layer)) {
                if (statement instanceof Statement.SetOption set
                        && set.option() != null
                        && set.option().key().equals("pipeline.name")) {
                    name = set.option().value();
                } else if (statement instanceof Statement.ResetOption) {
                    name = null;
                } else if (!inserts(statement).isEmpty()) {
                    jobs.add(String.valueOf(name));
                }
            }
        }
        assertEquals(
                List.of(
                        "dwd_crm",
                        "dwd_log",
                        "dwd_mall",
                        "dim_mall",
                        "dws_trade",
                        "dws_traffic",
                        "app_trade",
                        "app_traffic"),
                jobs);
    }

    @Test
    void warehouseIsNamed() {
        WarehouseFile file = WarehouseFile.read(WAREHOUSE);
        assertEquals("mall", file.name());
        assertEquals("Asia/Shanghai", file.settings().get("table.local-time-zone"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"narration.properties", "narration_zh.properties"})
    void everyLayerIsNarrated(String file) throws IOException {
        Properties texts = new Properties();
        texts.load(Files.newBufferedReader(WAREHOUSE.resolve(file), StandardCharsets.UTF_8));
        Set<String> keys = new TreeSet<>(LAYERS);
        keys.addAll(List.of("intro", "check", "intro.kafka", "feed"));
        assertEquals(keys, texts.stringPropertyNames());
    }

    private static List<Statement> statements(String layer) throws IOException {
        List<Path> scripts;
        try (Stream<Path> files = Files.list(WAREHOUSE.resolve(layer))) {
            scripts = files.sorted().toList();
        }
        List<Statement> statements = new ArrayList<>();
        for (Path script : scripts) {
            for (StatementText text : ScriptSplitter.split(Files.readString(script), script.toString())) {
                statements.add(StatementParser.parse(text));
            }
        }
        return statements;
    }

    private static List<Statement.InsertInto> inserts(Statement statement) {
        if (statement instanceof Statement.StatementSet set) {
            return set.inserts();
        }
        return statement instanceof Statement.InsertInto insert ? List.of(insert) : List.of();
    }

    private static Set<String> tables(Statement.InsertInto insert) {
        Set<String> tables = new TreeSet<>();
        Matcher matcher = TABLE.matcher(insert.sql());
        while (matcher.find()) {
            tables.add(matcher.group());
        }
        return tables;
    }

    private static String name(ObjectName name) {
        return name.toString();
    }

    private static String database(ObjectName name) {
        return name.parts().get(0);
    }
}
