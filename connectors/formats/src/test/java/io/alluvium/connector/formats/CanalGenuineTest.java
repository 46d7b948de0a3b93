package io.alluvium.connector.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Messages of a real Canal, from the folder {@code canal-genuine} of the property {@code alluvium.cases}. What the tables must
 * hold follows from the SQL that was run in MySQL, statement by statement, and is written down here by hand.
 */
class CanalGenuineTest {
    private static final String SHOP = "mysql-8.0.31-topic-shop.ndjson";
    private static final String CRM = "mysql-8.0.31-topic-crm.ndjson";
    private static final String DEFAULT = "mysql-8.0.31-topic-canal_default.ndjson";

    private final Map<String, Long> skips = new TreeMap<>();
    private final List<AlluviumException> bad = new ArrayList<>();
    private Path folder = Path.of("");

    @BeforeEach
    void findTheMessages() {
        String cases = System.getProperty("alluvium.cases");
        assumeTrue(cases != null, "-Dalluvium.cases=FOLDER is not given: the genuine messages are not read");
        folder = Path.of(cases).resolve("canal-genuine");
        assumeTrue(Files.isDirectory(folder), folder + " is not there: the genuine messages are not read");
    }

    @Test
    void usersAreWhatMysqlHolds() throws IOException {
        TestTable table = shop("user_info")
                .apply(
                        new Field("id", DataType.bigint().withNullable(false)),
                        new Field("name", new DataType.Text(64, false, true)),
                        new Field("gender", new DataType.Text(1, true, true)),
                        new Field("phone", new DataType.Text(20, false, true)),
                        new Field("email", new DataType.Text(100, false, true)),
                        new Field("is_vip", DataType.of(Scalar.TINYINT).withNullable(false)),
                        new Field("balance", DataType.decimal(20, 4)),
                        new Field("birthday", DataType.date()),
                        new Field("create_time", DataType.timestamp(0)),
                        new Field("operate_time", DataType.timestamp(6)));
        List<String> expected = new ArrayList<>(
                List.of(
                        // REPLACE, then balance - 1, and at last balance = 1.2345
                        "1|replaced|NULL|NULL|NULL|1|1.2345|NULL|2024-03-12 00:00:00|NULL",
                        // + 10.50 for the first five, phone = '', ON DUPLICATE KEY UPDATE name
                        "2|dup-updated|NULL||u2@example.com|0|210.5200|1972-03-12|2024-03-03 10:02:00|2024-03-11 00:00:00.500000",
                        "3|Zoë|M|13800003702|u3@example.com|1|310.5300|1973-04-13|2024-03-04 10:03:00|2024-03-11 00:00:00.500000",
                        "4|田中|F|13800004936|u4@example.com|0|410.5400|1974-05-14|2024-03-05 10:04:00|2024-03-11 00:00:00.500000",
                        // - 1 with order 4
                        "5|Ivan|NULL|13800006170|u5@example.com|1|509.5500|1975-06-15|2024-03-06 10:05:00|2024-03-11 00:00:00.500000",
                        "6||M|13800007404|u6@example.com|0|600.0600|1976-07-16|2024-03-07 10:06:00|2024-03-01 00:00:00.000006",
                        "7|null|F|13800008638|u7@example.com|1|700.0700|1977-08-17|2024-03-08 10:07:00|NULL",
                        "8|😀|NULL|13800009872|u8@example.com|0|800.0800|1978-09-18|2024-03-09 10:08:00|2024-03-01 00:00:00.000008",
                        // - 1 with order 8
                        "9|a\\b|M|13800011106|u9@example.com|1|899.0900|1979-01-10|2024-03-01 10:09:00|NULL",
                        "10|张三|F|13800012340|u10@example.com|0|1000.1000|1980-02-11|2024-03-02 10:10:00|2024-03-01 00:00:00.000001",
                        "11|李四|NULL|13800013574|u11@example.com|1|1100.1100|1981-03-12|2024-03-03 10:11:00|NULL",
                        "12|O'Brien|M|13800014808|u12@example.com|0|1200.1200|1982-04-13|2024-03-04 10:12:00|2024-03-01 00:00:00.000003"));
        // multi1 .. multi20 got the ids 13 .. 32; 13 .. 17 are deleted, 13 .. 20 renamed, 30 .. 32 moved
        for (int n = 6; n <= 20; n++) {
            int id = n == 20 ? 1000 : n >= 18 ? 2012 + n : 12 + n;
            String name = "multi" + n + (n <= 8 ? "_x" : "");
            expected.add(String.format(
                    Locale.ROOT, "%d|%s|NULL|NULL|NULL|%d|0.0000|NULL|2024-03-10 00:00:%02d|NULL", id, name, n % 2, n));
        }
        expected.add("2032|after-add|NULL|NULL|NULL|0|0.0000|NULL|2024-05-01 00:00:00|NULL");
        expected.add("2033|after-add2|NULL|NULL|NULL|0|0.0000|NULL|2024-05-01 00:00:00|NULL");
        assertEquals(once(expected), tableOf(SHOP, table));
    }

    @Test
    void ordersAreWhatMysqlHolds() throws IOException {
        TestTable table = shop("order_info")
                .apply(
                        new Field("id", DataType.bigint().withNullable(false)),
                        new Field("consignee", DataType.string()),
                        new Field("total_amount", DataType.decimal(16, 2)),
                        new Field("order_status", DataType.string()),
                        new Field("user_id", DataType.bigint()),
                        new Field("payment_way", DataType.of(Scalar.TINYINT)),
                        new Field("province_id", DataType.integer()),
                        new Field("trade_no", DataType.string()),
                        new Field("create_time", DataType.timestamp(0)),
                        new Field("operate_time", DataType.timestamp(0)),
                        new Field("expire_time", DataType.timestampLtz(3)))
                .with("canal-json.zone", "UTC");
        List<String> expected = new ArrayList<>();
        // order 7 was rolled back, 2 and 3 were deleted; even orders were paid (1002) and shipped (1003)
        for (int id : new int[] {1, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15}) {
            boolean even = id % 2 == 0;
            expected.add(String.format(
                    Locale.ROOT,
                    "%d|收货人%d|%d.%02d|%s|%d|%d|%d|T%010d|2024-04-01 %02d:00:00|%s|2024-04-02 00:00:00.123",
                    id,
                    id,
                    id * 99,
                    id,
                    even ? "1003" : "1001",
                    id % 12 + 1,
                    id % 3,
                    id,
                    id,
                    id,
                    even ? "2024-04-01 12:00:00" : "NULL"));
        }
        // the savepoint's 501 was rolled back
        expected.add("500|sp|1.00|1001|1|NULL|NULL|NULL|NULL|NULL|NULL");
        assertEquals(once(expected), tableOf(SHOP, table));
    }

    @Test
    void orderDetailsAreWhatMysqlHolds() throws IOException {
        TestTable table = shop("order_detail")
                .apply(
                        new Field("order_id", DataType.bigint().withNullable(false)),
                        new Field("sku_id", DataType.bigint().withNullable(false)),
                        new Field("sku_num", DataType.integer()),
                        new Field("order_price", DataType.decimal(10, 2)));
        List<String> expected = new ArrayList<>();
        for (int order : new int[] {1, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15}) {
            int lines = order % 3 == 0 ? 1 : order % 3 == 1 ? 2 : 3;
            for (int line = 0; line < lines; line++) {
                if (line == 0 && order % 5 == 0) {
                    continue; // deleted in the orders 5, 10 and 15
                }
                int sku = 100 + line + (order == 1 ? 1000 : 0);
                int number = order < 4 ? 9 : line + 1;
                expected.add(String.format(Locale.ROOT, "%d|%d|%d|%d.%02d", order, sku, number, 10 + line, order));
            }
        }
        assertEquals(once(expected), tableOf(SHOP, table));
    }

    @Test
    void everyTypeIsWhatMysqlHolds() throws IOException {
        TestTable table = allTypes().with("canal-json.zero-date", "null");
        assertEquals(
                once(
                        List.of(
                                "30|NULL|NULL|NULL|NULL|NULL|NULL|NULL|0|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|"
                                        + "NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL||NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL",
                                "5|-1|100|200|-5|5|-6|6|NULL|7|7|-8|8|0.0000000001|5|1.0E-30|1.0E-300|9999.999|TRUE|255|"
                                        + "9223372036854775808|2023-12-31|01:02:03|01:02:03.100000|2023-12-31 10:20:30|"
                                        + "2023-12-31 10:20:30.100|2023-12-31 10:20:30.100000|2023-12-31 10:20:30|"
                                        + "2023-12-31 10:20:30.500000|1970|中文字符|NULL|ffffffffffff|e4b8ad|ff|c3a9|true|123|green|b|NULL")),
                tableOf(SHOP, table));
    }

    @Test
    void everyTypeIsReadAsItWasInserted() throws IOException {
        List<String> lines = read(SHOP, allTypes().with("canal-json.zero-date", "null"));
        assertEquals(
                "+ 1|1|127|255|32767|65535|8388607|16777215|2147483647|4294967295|42|9223372036854775807|18446744073709551615|"
                        + "1234567890123456789012345678.0123456789|9999999999|3.14159|2.718281828459045|1234.567|TRUE|170|"
                        + "18446744073709551615|2024-02-29|23:59:59|12:34:56.123456|2024-02-29 23:59:59|"
                        + "2024-02-29 23:59:59.123|2024-02-29 23:59:59.123456|2024-02-29 23:59:59|"
                        + "2024-02-29 23:59:59.123456|2024|abc|😀emoji€中文|010203000000|00ff10fe|7f80|"
                        + "89504e470d0a1a0a00ff|text value|medium|red|a,c|"
                        + "{\"a\": 1, \"b\": [1, 2.5, null, true], \"c\": {\"d\": \"中\"}}",
                lines.get(0));
        assertEquals(
                "+ 2|0|-128|0|-32768|0|-8388608|0|-2147483648|0|0|-9223372036854775808|0|"
                        + "-1234567890123456789012345678.0123456789|-1|" + Float.toString(-1.5e10f)
                        + "|-1.7976931348623157E308|-0.001|FALSE|0|0|"
                        + "1000-01-01|-838:59:59|-00:00:00.000001|1000-01-01 00:00:00|9999-12-31 23:59:59.999|"
                        + "1970-01-01 00:00:00.000001|1970-01-01 00:00:01|2038-01-19 03:14:07.999999|1901|||000000000000|||||"
                        + "|蓝||[]",
                lines.get(1));
        assertEquals(
                "+ 4|2|1|1|1|1|1|1|1|1|1|1|9223372036854775808|0.0000000001|0|0.1|0.1|0.0|TRUE|1|1|NULL|00:00:00|"
                        + "838:59:59.000000|NULL|NULL|NULL|NULL|NULL|0|x|line1\nline2\ttab\\back\"quote|000000000000|00|00|00|"
                        + " lead|null|green|a,b,c|\"str\"",
                lines.get(3));
        assertEquals(List.of(), bad);
    }

    @Test
    void zeroDatesAreBadInTheRowThatHasThemOnly() throws IOException {
        Map<String, Long> rows = tableOf(SHOP, allTypes());
        assertEquals(2, rows.size(), "the insert and the delete of row 4 both are bad, so nothing is left of it");
        assertEquals(2, bad.size());
        assertTrue(
                bad.get(0).problem().contains("field \"c_date\" of type DATE holds \"0000-00-00\""),
                bad.get(0).problem());
    }

    @Test
    void aTableWithoutKeyIsABag() throws IOException {
        TestTable table = shop("event_log")
                .apply(
                        new Field("ts", DataType.bigint()),
                        new Field("level", DataType.string()),
                        new Field("msg", DataType.string()));
        assertEquals(once(List.of("1|INFO|hello", "2|ERROR|w", "3|INFO|now with pk")), tableOf(SHOP, table));
    }

    @Test
    void namesOfAnyKindAreFound() throws IOException {
        TestTable weird = shop("Weird-Name")
                .apply(
                        new Field("order", DataType.integer()),
                        new Field("col with space", DataType.string()),
                        new Field("汉字", DataType.integer()));
        assertEquals(once(List.of("1|a|3")), tableOf(SHOP, weird));
        TestTable generated = shop("gen_tab")
                .apply(
                        new Field("a", DataType.integer()),
                        new Field("b", DataType.integer()),
                        new Field("c", DataType.integer()));
        assertEquals(once(List.of("2|4|3", "10|20|11")), tableOf(SHOP, generated));
    }

    @Test
    void anotherDatabaseHasItsOwnTopic() throws IOException {
        TestTable table = TestTable.of(
                        new Field("cust_no", DataType.string()),
                        new Field("grade", DataType.string()),
                        new Field("credit", DataType.decimal(20, 0)),
                        new Field("ext", DataType.string()),
                        new Field("updated", DataType.timestampLtz(0)))
                .key("cust_no")
                .with("canal-json.database.include", "crm")
                .with("canal-json.table.include", "customer")
                .with("canal-json.enum", "label")
                .with("canal-json.zone", "UTC");
        List<String> expected = new ArrayList<>();
        for (int n = 1; n <= 8; n++) {
            String credit =
                    "184467440737095516" + (15 - n - (n <= 5 ? 1 : 0) < 10 ? "0" : "") + (15 - n - (n <= 5 ? 1 : 0));
            String ext = n <= 5 ? "{\"k\": " + n + ", \"n\": " + n + "}" : "{\"k\": " + n + "}";
            expected.add("C000" + n + "|A|" + credit + "|" + ext + "|2024-06-0" + (n % 9 + 1) + " 08:00:00");
        }
        expected.add("C9999|A|18446744073709551605|{\"k\": 10}|2024-06-02 08:00:00");
        assertEquals(once(expected), tableOf(CRM, table));
        assertEquals(Map.of("ddl", 2L, "truncate_not_applied", 1L), skips);
        skips.clear();
        assertEquals(List.of(), read(DEFAULT, table));
        assertEquals(Map.of("other_table", 3L), skips);
    }

    @Test
    void everythingOfAnotherTableIsCounted() throws IOException {
        read(SHOP, shop("order_detail").apply(new Field("order_id", DataType.bigint())));
        assertEquals(1L, skips.get("ddl"), "its CREATE");
        assertEquals(173, skips.get("other_table") + skips.get("ddl") + messagesOf("order_detail"));
    }

    @Test
    void theEnvelopeKeepsEveryMessageAsItIs() throws IOException {
        TestTable table = TestTable.of(
                        new Field("database", DataType.string()),
                        new Field("table", DataType.string()),
                        new Field("type", DataType.string()),
                        new Field("ts", DataType.bigint()),
                        new Field("es", DataType.bigint()),
                        new Field("pkNames", DataType.array(DataType.string())),
                        new Field("data", DataType.array(DataType.map(DataType.string(), DataType.string()))),
                        new Field("old", DataType.array(DataType.map(DataType.string(), DataType.string()))),
                        new Field("isDdl", DataType.bool()),
                        new Field("sql", DataType.string()),
                        new Field("id", DataType.bigint()),
                        new Field("gtid", DataType.string()),
                        new Field("mysqlType", DataType.map(DataType.string(), DataType.string())),
                        new Field("sqlType", DataType.map(DataType.string(), DataType.integer())))
                .with("canal-json.envelope", "true");
        List<String> lines = new ArrayList<>();
        for (String file : List.of(SHOP, CRM, DEFAULT)) {
            lines.addAll(read(file, table));
        }
        assertEquals(197, lines.size());
        Map<String, Long> types = new TreeMap<>();
        for (String line : lines) {
            types.merge(line.split("\\|", -1)[2], 1L, Long::sum);
        }
        assertEquals(
                "{ALTER=7, CINDEX=2, CREATE=12, DELETE=12, DINDEX=1, ERASE=4, INSERT=71, QUERY=3, RENAME=2, TRUNCATE=2, UPDATE=81}",
                types.toString());
        String move = lines.stream()
                .filter(line -> line.startsWith("+ crm|customer|UPDATE|") && line.contains("C9999"))
                .findFirst()
                .orElseThrow();
        assertTrue(
                move.contains("|[cust_no]|[{credit=18446744073709551605, cust_no=C9999, ext={\"k\": 10}, grade=1, "
                        + "updated=2024-06-02 08:00:00}]|[{cust_no=C0010}]|FALSE|"),
                move);
        assertEquals(List.of(), bad);
    }

    private interface Columns {
        TestTable apply(Field... fields);
    }

    private static Columns shop(String table) {
        return fields -> TestTable.of(fields)
                .key(fields[0].name())
                .with("canal-json.database.include", "shop")
                .with("canal-json.table.include", table);
    }

    private static TestTable allTypes() {
        DataType tiny = DataType.of(Scalar.TINYINT);
        DataType small = DataType.of(Scalar.SMALLINT);
        DataType number = DataType.integer();
        DataType big = DataType.bigint();
        DataType ubig = DataType.decimal(20, 0);
        DataType single = DataType.of(Scalar.FLOAT);
        DataType text = DataType.string();
        return shop("all_types")
                .apply(
                        new Field("id", number.withNullable(false)),
                        new Field("c_bool", tiny),
                        new Field("c_tiny", tiny),
                        new Field("c_utiny", small),
                        new Field("c_small", small),
                        new Field("c_usmall", number),
                        new Field("c_med", number),
                        new Field("c_umed", number),
                        new Field("c_int", number),
                        new Field("c_uint", big),
                        new Field("c_intz", big),
                        new Field("c_big", big),
                        new Field("c_ubig", ubig),
                        new Field("c_dec", DataType.decimal(38, 10)),
                        new Field("c_dec0", DataType.decimal(10, 0)),
                        new Field("c_float", single),
                        new Field("c_double", DataType.doubles()),
                        new Field("c_float73", single),
                        new Field("c_bit1", DataType.bool()),
                        new Field("c_bit8", number),
                        new Field("c_bit64", ubig),
                        new Field("c_date", DataType.date()),
                        new Field("c_time", text),
                        new Field("c_time6", text),
                        new Field("c_dt", DataType.timestamp(0)),
                        new Field("c_dt3", DataType.timestamp(3)),
                        new Field("c_dt6", DataType.timestamp(6)),
                        new Field("c_ts", DataType.timestampLtz(0)),
                        new Field("c_ts6", DataType.timestampLtz(6)),
                        new Field("c_year", number),
                        new Field("c_char", new DataType.Text(10, true, true)),
                        new Field("c_varchar", new DataType.Text(255, false, true)),
                        new Field("c_bin", new DataType.Binary(6, true, true)),
                        new Field("c_varbin", new DataType.Binary(32, false, true)),
                        new Field("c_tinyblob", DataType.bytes()),
                        new Field("c_blob", DataType.bytes()),
                        new Field("c_text", text),
                        new Field("c_mtext", text),
                        new Field("c_enum", text),
                        new Field("c_set", text),
                        new Field("c_json", text))
                .with("canal-json.zone", "UTC")
                .with("canal-json.enum", "label");
    }

    private static Map<String, Long> once(List<String> rows) {
        Map<String, Long> counts = new TreeMap<>();
        rows.forEach(row -> counts.merge(row, 1L, Long::sum));
        return counts;
    }

    private Map<String, Long> tableOf(String file, TestTable table) throws IOException {
        List<String> lines = read(file, table);
        Map<String, Long> seen = new TreeMap<>();
        for (String line : lines) {
            long count = seen.merge(line.substring(2), line.startsWith("+") ? 1L : -1L, Long::sum);
            assertTrue(count >= 0, "removes a row that is not there: " + line);
        }
        return RowTexts.table(lines);
    }

    private List<String> read(String file, TestTable table) throws IOException {
        RecordDecoder decoder = table.decoder("canal-json");
        BatchBuilder builder = new BatchBuilder(table.schema());
        for (String line : Files.readAllLines(folder.resolve(file), StandardCharsets.UTF_8)) {
            int before = builder.size();
            try {
                RowTexts.decode(decoder, builder, skips, line.getBytes(StandardCharsets.UTF_8));
            } catch (AlluviumException e) {
                assertEquals(ErrorCode.RECORD_INVALID, e.code());
                builder.truncate(before);
                bad.add(e);
            }
        }
        RowBatch batch = builder.build();
        return RowTexts.of(batch);
    }

    private long messagesOf(String table) throws IOException {
        try (var lines = Files.lines(folder.resolve(SHOP), StandardCharsets.UTF_8)) {
            return lines.filter(
                            line -> line.contains("\"table\":\"" + table + "\"") && line.contains("\"isDdl\":false"))
                    .count();
        }
    }
}
