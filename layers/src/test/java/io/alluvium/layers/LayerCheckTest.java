package io.alluvium.layers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.MemoryCatalog;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerCheckTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

    @TempDir
    Path folder;

    private final MemoryCatalog catalog = new MemoryCatalog();

    LayerCheckTest() {
        for (String layer : List.of("ODS", "DWD", "DIM", "DWS", "APP")) {
            catalog.createDatabase(new DatabaseDefinition(layer.toLowerCase(), layer, Map.of(), null));
        }
        catalog.createDatabase(new DatabaseDefinition("scratch", null, Map.of(), null));
    }

    @Test
    void aForbiddenEdgeNamesBothTablesTheEdgeTheRuleAndTheWayOut() {
        AlluviumException error =
                assertThrows(AlluviumException.class, () -> edges(LayerModel.standard(), "app.gmv", "ods.orders"));
        assertEquals(ErrorCode.LAYER_EDGE_FORBIDDEN, error.code());
        assertEquals(
                "table \"app.gmv\" may not read table \"ods.orders\": the edge ODS -> APP is not allowed, "
                        + "APP reads DWS, DIM, APP, DWD",
                error.problem());
        assertTrue(error.getMessage().contains("hint: write the data of \"ODS\" into a table of DWS or DIM or APP"));
    }

    @Test
    void anEdgeThatSkipsALayerWarnsAndTablesOutsideTheLayersAreFree() {
        assertEquals(1, edges(LayerModel.standard(), "app.gmv", "dwd.orders").size());
        assertEquals(List.of(), edges(LayerModel.standard(), "dws.wide", "dwd.orders"));
        assertEquals(List.of(), edges(LayerModel.standard(), "app.gmv", "scratch.t"));
        assertEquals(List.of(), edges(LayerModel.standard(), "scratch.t", "ods.orders"));
        assertEquals(List.of(), edges(LayerModel.standard(), "ods.orders", "scratch.t"));
    }

    @Test
    void aWaiverHoldsUntilItsLastDay() throws IOException {
        LayerModel model = read("waivers: [{from: ods, to: app, reason: moving, until: 2026-11-30}]")
                .layers();
        assertEquals(1, edges(model, "app.gmv", "ods.orders").size());
        LayerCheck check = new LayerCheck(model, catalog);
        assertThrows(
                AlluviumException.class,
                () -> check.checkEdges(path("app.gmv"), List.of(path("ods.orders")), TODAY.plusDays(1), null));
    }

    @Test
    void rulesForTablesComeFromTheFile() throws IOException {
        LayerModel model =
                read("""
                        name: mall
                        layers:
                          APP: {names: 'app_.*', requires: [primary-key], connectors: [jdbc]}
                        """)
                        .layers();
        assertBroken(model, table("app.gmv", List.of("k"), "jdbc"), "its name does not match");
        assertBroken(model, table("app.app_gmv", List.of(), "jdbc"), "it has no primary key");
        assertBroken(model, table("app.app_gmv", List.of("k"), "print"), "the connector \"print\" is not among jdbc");
        new LayerCheck(model, catalog).checkTable(table("app.app_gmv", List.of("k"), "jdbc"), null);
        assertEquals(
                List.of("DWS", "DIM", "APP"), model.rule("APP").orElseThrow().mayRead());
    }

    @Test
    void wordsThatTheFileDoesNotKnowAreRefusedWithASuggestion() {
        AlluviumException key = assertThrows(AlluviumException.class, () -> read("layer: {}"));
        assertEquals("did you mean \"layers\"?", key.hint());
        AlluviumException word =
                assertThrows(AlluviumException.class, () -> read("layers: {APP: {requires: [primarykey]}}"));
        assertEquals("did you mean \"primary-key\"?", word.hint());
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> read("name: [")).code());
    }

    private List<String> edges(LayerModel model, String target, String source) {
        return new LayerCheck(model, catalog).checkEdges(path(target), List.of(path(source)), TODAY, null);
    }

    private void assertBroken(LayerModel model, TableDefinition table, String part) {
        AlluviumException error =
                assertThrows(AlluviumException.class, () -> new LayerCheck(model, catalog).checkTable(table, null));
        assertEquals(ErrorCode.LAYER_RULE_BROKEN, error.code());
        assertTrue(error.problem().contains(part), error.problem());
    }

    private WarehouseFile read(String yaml) throws IOException {
        Files.writeString(folder.resolve(WarehouseFile.FILE_NAME), yaml);
        return WarehouseFile.read(folder);
    }

    private static TableDefinition table(String name, List<String> key, String connector) {
        return new TableDefinition(
                path(name), List.of(), null, key, List.of(), Map.of("connector", connector), null, false);
    }

    private static TablePath path(String name) {
        String[] parts = name.split("\\.");
        return new TablePath(parts[0], parts[1]);
    }
}
