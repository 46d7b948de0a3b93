package io.alluvium.examples.mall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The expected answers, which the generator reckons from its own model, are what the scripts of the warehouse say over the data
 * files: these are read, replayed and queried here on DuckDB.
 */
class MallAnswersTest {
    private static final Path WAREHOUSE = Path.of("mall");

    private static MallOnDuckDb duckDb;

    @BeforeAll
    static void run() throws SQLException, IOException {
        duckDb = new MallOnDuckDb(WAREHOUSE);
    }

    @AfterAll
    static void close() throws SQLException {
        duckDb.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app_gmv_minute_province",
                "app_order_funnel_day",
                "app_top_sku",
                "app_sales_by_level",
                "app_sku_comment",
                "app_uv_minute",
                "app_user_day"
            })
    void appTableHoldsTheExpectedRows(String table) throws SQLException, IOException {
        assertEquals(expected(table), duckDb.tsv("app." + table));
    }

    @Test
    void everyTableHoldsTheExpectedNumberOfRows() throws SQLException, IOException {
        List<String> counted = new ArrayList<>();
        List<String> lines = expected("row_counts").lines().skip(1).toList();
        for (String line : lines) {
            String table = line.substring(0, line.indexOf('\t'));
            counted.add(table + "\t" + duckDb.count(table));
        }
        assertFalse(lines.isEmpty());
        assertEquals(lines, counted);
    }

    @Test
    void brokenLinesAreWhereTheyAreExpected() throws IOException {
        List<String> lines = expected("bad_lines")
                .lines()
                .skip(1)
                .map(line -> {
                    String[] fields = line.split("\t", -1);
                    return fields[0] + "\t" + Path.of(fields[1]).getFileName() + "\t" + fields[2];
                })
                .toList();
        assertFalse(lines.isEmpty());
        assertEquals(lines, duckDb.badLines());
    }

    private static String expected(String table) throws IOException {
        return Files.readString(WAREHOUSE.resolve("expected/" + table + ".tsv"), StandardCharsets.UTF_8);
    }
}
