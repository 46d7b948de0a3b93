package io.alluvium.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredCatalogTest {
    @TempDir
    Path folder;

    @Test
    void everyKindOfDefinitionSurvivesReopening() {
        TableDefinition table = table("订单", DataType.decimal(38, 6));
        ViewDefinition view =
                new ViewDefinition(new TablePath("dwd", "v"), List.of("a"), "SELECT 1 AS a", "dwd", "a view", false);
        JobDefinition job =
                new JobDefinition("j", "INSERT ..", List.of(table.path()), List.of(view.path()), Map.of("k", "v"));
        try (StoredCatalog catalog = open()) {
            catalog.createDatabase(new DatabaseDefinition("dwd", "DWD", Map.of("layer", "DWD"), null));
            catalog.create(table, false);
            catalog.create(view, false);
            catalog.putJob(job);
        }
        try (StoredCatalog catalog = open()) {
            assertEquals(table, catalog.object(table.path()).orElseThrow());
            assertEquals(view, catalog.object(view.path()).orElseThrow());
            assertEquals(List.of(job), catalog.jobs());
            assertEquals("DWD", catalog.database("dwd").orElseThrow().layer());
        }
    }

    @Test
    void versionsCountOverDropAndReplace() {
        TablePath path = new TablePath("d", "t");
        try (StoredCatalog catalog = open()) {
            catalog.createDatabase(new DatabaseDefinition("d", null, Map.of(), null));
            catalog.create(simple(path, DataType.integer()), false);
            catalog.create(simple(path, DataType.bigint()), true);
            catalog.drop(path);
        }
        try (StoredCatalog catalog = open()) {
            assertTrue(catalog.object(path).isEmpty());
            assertEquals(2, catalog.version(path));
            catalog.create(simple(path, DataType.integer()), false);
            assertEquals(3, catalog.version(path));
        }
    }

    @Test
    void anExistingNameAndAMissingDatabaseAreRefused() {
        try (StoredCatalog catalog = open()) {
            catalog.createDatabase(new DatabaseDefinition("dwd", null, Map.of(), null));
            TablePath path = new TablePath("dwd", "t");
            catalog.create(simple(path, DataType.integer()), false);
            assertCode(ErrorCode.TABLE_EXISTS, () -> catalog.create(simple(path, DataType.integer()), false));
            AlluviumException missing = assertCode(
                    ErrorCode.DATABASE_NOT_FOUND,
                    () -> catalog.create(simple(new TablePath("dwb", "t"), DataType.integer()), false));
            assertEquals("did you mean \"dwd\"?", missing.hint());
        }
    }

    @Test
    void aDroppedDatabaseComesBackEmpty() {
        TablePath path = new TablePath("d", "t");
        try (StoredCatalog catalog = open()) {
            catalog.createDatabase(new DatabaseDefinition("d", null, Map.of(), null));
            catalog.create(simple(path, DataType.integer()), false);
            catalog.dropDatabase("d");
            catalog.createDatabase(new DatabaseDefinition("d", "DIM", Map.of(), null));
        }
        try (StoredCatalog catalog = open()) {
            assertEquals(List.of(), catalog.objects("d"));
        }
    }

    private StoredCatalog open() {
        return StoredCatalog.open(folder.resolve("catalog"));
    }

    private static AlluviumException assertCode(ErrorCode code, org.junit.jupiter.api.function.Executable call) {
        AlluviumException error = assertThrows(AlluviumException.class, call);
        assertEquals(code, error.code());
        return error;
    }

    private static TableDefinition simple(TablePath path, DataType type) {
        return new TableDefinition(
                path,
                List.of(new ColumnDefinition.Physical("c", type, null)),
                null,
                List.of(),
                List.of(),
                Map.of(),
                null,
                false);
    }

    private static TableDefinition table(String name, DataType type) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", "jdbc");
        options.put("password", "${env:DB_PASSWORD}");
        return new TableDefinition(
                new TablePath("dwd", name),
                List.of(
                        new ColumnDefinition.Physical("id", DataType.bigint().withNullable(false), "the key"),
                        new ColumnDefinition.Physical("amount", type, null),
                        new ColumnDefinition.Physical(
                                "nested",
                                DataType.array(DataType.row(
                                        new Field("m", DataType.map(DataType.string(), DataType.bytes())),
                                        new Field("t", DataType.timestampLtz(3)))),
                                null),
                        new ColumnDefinition.Physical("code", new DataType.Text(3, true, true), null),
                        new ColumnDefinition.Computed("twice", "amount * 2", null),
                        new ColumnDefinition.Metadata("tag", DataType.bytes(), "row_tag", true, null)),
                new TableDefinition.WatermarkDefinition("ts", "ts - INTERVAL '4' SECOND"),
                List.of("id"),
                List.of(),
                options,
                "orders",
                false);
    }
}
