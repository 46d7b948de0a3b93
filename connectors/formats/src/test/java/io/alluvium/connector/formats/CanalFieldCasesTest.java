package io.alluvium.connector.formats;

import static io.alluvium.connector.formats.CanalMessages.delete;
import static io.alluvium.connector.formats.CanalMessages.insert;
import static io.alluvium.connector.formats.CanalMessages.insertTyped;
import static io.alluvium.connector.formats.CanalMessages.quotes;
import static io.alluvium.connector.formats.CanalMessages.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.conformance.RowTexts;
import io.alluvium.connector.conformance.TestTable;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people reported to go wrong with Canal messages, at the level of the decoder; the names give the case. */
class CanalFieldCasesTest {

    @Test
    void a01TheOldValueIsNullAndTheNewIsNot() {
        CanalMessages messages = new CanalMessages(notes());
        assertEquals(
                List.of("+ 1|NULL", "- 1|NULL", "+ 1|blue"),
                messages.read(
                        insert("t", "{'id':'1','note':null}"),
                        update("t", "{'id':'1','note':'blue'}", "{'note':null}")));
    }

    @Test
    void a02AnUnchangedColumnKeepsItsValueInTheOldRow() {
        assertEquals(
                List.of("- 1|same", "+ 2|same"),
                new CanalMessages(notes()).read(update("t", "{'id':'2','note':'same'}", "{'id':'1'}")));
    }

    @Test
    void a03EachRowOfAMessageHasItsOwnOldValues() {
        TestTable table = TestTable.of(
                new Field("id", DataType.integer()),
                new Field("a", DataType.integer()),
                new Field("b", DataType.string()));
        assertEquals(
                List.of("- 1|9|x", "+ 1|10|x", "- 2|20|z", "+ 2|20|y"),
                new CanalMessages(table)
                        .read(update(
                                "t",
                                "{'id':'1','a':'10','b':'x'},{'id':'2','a':'20','b':'y'}",
                                "{'a':'9'},{'b':'z'}")));
    }

    @Test
    void a05EmptyPayloadsAreCounted() {
        CanalMessages messages = new CanalMessages(notes());
        assertEquals(
                List.of("+ 1|a"),
                messages.read(
                        "",
                        "null",
                        insert("t", ""),
                        quotes("{'data':null,'type':'INSERT'}"),
                        insert("t", "{'id':'1','note':'a'}")));
        assertEquals(Map.of("tombstone", 2L, "empty", 2L), messages.skips);
    }

    @Test
    void a06DdlIsSkippedAndCounted() {
        CanalMessages messages = new CanalMessages(notes());
        assertEquals(
                List.of(),
                messages.read(
                        quotes(
                                "{'data':null,'database':'shop','isDdl':true,'sql':'CREATE TABLE t','table':'t','type':'CREATE'}"),
                        quotes("{'data':null,'database':'shop','isDdl':true,'table':'t','type':'ALTER'}"),
                        quotes("{'data':null,'database':'','isDdl':false,'table':'','type':'QUERY'}"),
                        quotes("{'data':null,'isDdl':true,'type':'SOMETHING'}"),
                        quotes("{'data':null,'type':'HEARTBEAT'}")));
        assertEquals(Map.of("ddl", 3L, "query", 1L, "other_type", 1L), messages.skips);
    }

    @Test
    void a07TruncateIsLoudAndNotApplied() {
        CanalMessages messages = new CanalMessages(notes());
        assertEquals(
                List.of("+ 9|x"),
                messages.read(
                        quotes(
                                "{'type':'TRUNCATE','data':null,'old':null,'isDdl':null,'sql':'TRUNCATE table t','table':'t'}"),
                        insert("t", "{'id':'9','note':'x'}")));
        assertEquals(Map.of("truncate_not_applied", 1L), messages.skips);
    }

    @Test
    void a09OtherTablesAreSkippedBeforeTheirValuesAreRead() {
        CanalMessages messages = new CanalMessages(TestTable.of(new Field("id", DataType.integer()))
                .with("canal-json.database.include", "shop")
                .with("canal-json.table.include", "product"));
        assertEquals(
                List.of("+ 101"), messages.read(insert("project", "{'id':'A101'}"), insert("product", "{'id':'101'}")));
        assertEquals(Map.of("other_table", 1L), messages.skips);
    }

    @ParameterizedTest
    @CsvSource({"product,false", "prod,false", "prod.*|x,true", "PRODUCTS,false", "products,true", "(?i)PRODUCTS,true"})
    void a10NamesAreMatchedWhole(String pattern, boolean taken) {
        CanalMessages messages = new CanalMessages(
                TestTable.of(new Field("id", DataType.integer())).with("canal-json.table.include", pattern));
        assertEquals(
                taken ? 1 : 0, messages.read(insert("products", "{'id':'1'}")).size());
    }

    @Test
    void a10LetterCaseOfNamesFollowsOneOption() {
        CanalMessages messages = new CanalMessages(TestTable.of(new Field("id", DataType.integer()))
                .with("canal-json.table.include", "PRODUCTS")
                .with("canal-json.case-sensitive", "false"));
        assertEquals(1, messages.read(insert("products", "{'ID':'1'}")).size());
    }

    @Test
    void a11BareMessagesAndUnknownFieldsAreRead() {
        TestTable table = TestTable.of(new Field("id", DataType.integer()), new Field("v", DataType.string()));
        CanalMessages messages = new CanalMessages(table, "es", "ts", "database", "table", "pk-names", "gtid");
        assertEquals(
                List.of("+ 1|Hi|NULL|NULL|NULL|NULL|NULL|NULL", "+ 1|Hi|NULL|NULL|NULL|NULL|NULL|u:5"),
                messages.read(
                        quotes("{'data':[{'id':'1','v':'Hi'}],'type':'INSERT'}"),
                        quotes("{'data':[{'id':'1','v':'Hi'}],'type':'INSERT','gtid':'u:5','_new':{'x':1}}")));
    }

    @Test
    void a12UnsignedNumbersAreExactOrRefused() {
        TestTable wide = TestTable.of(new Field("n", DataType.decimal(20, 0)));
        assertEquals(
                List.of("+ 18446744073709551615"),
                new CanalMessages(wide).read(insert("t", "{'n':'18446744073709551615'}")));
        refused(TestTable.of(new Field("n", DataType.bigint())), insert("t", "{'n':'18446744073709551615'}"));
        refused(TestTable.of(new Field("n", DataType.of(Scalar.TINYINT))), insert("t", "{'n':'255'}"));
    }

    @Test
    void a13NegativeSmallNumbers() {
        TestTable table =
                TestTable.of(new Field("a", DataType.of(Scalar.TINYINT)), new Field("b", DataType.of(Scalar.SMALLINT)));
        assertEquals(List.of("+ -1|-32768"), new CanalMessages(table).read(insert("t", "{'a':'-1','b':'-32768'}")));
    }

    @Test
    void a14ATinyintIsABooleanOnlyWhereItIsOne() {
        TestTable table = TestTable.of(new Field("b", DataType.bool()));
        assertEquals(
                List.of("+ TRUE", "+ FALSE", "+ NULL"),
                new CanalMessages(table).read(insert("t", "{'b':'1'},{'b':'0'},{'b':null}")));
        refused(table, insert("t", "{'b':'2'}"));
        refused(table, insert("t", "{'b':'-1'}"));
    }

    @Test
    void a15WideDecimalsKeepEveryDigit() {
        TestTable table = TestTable.of(new Field("d", DataType.decimal(38, 3)));
        assertEquals(
                List.of("+ 123456789876543212345678987654321.110", "+ 0.000", "+ 1.000"),
                new CanalMessages(table)
                        .read(insert("t", "{'d':'123456789876543212345678987654321.110'},{'d':'0.0'},{'d':'1.0'}")));
        refused(table, insert("t", "{'d':'1.0001'}"));
    }

    @Test
    void a16IntegersWithAnEmptyFractionAreWhole() {
        TestTable table = TestTable.of(new Field("n", DataType.integer()));
        assertEquals(List.of("+ 10"), new CanalMessages(table).read(insert("t", "{'n':'10.0'}")));
        refused(table, insert("t", "{'n':'10.5'}"));
        refused(table, insert("t", "{'n':''}"));
    }

    @Test
    void a17EnumsAreLabelsOrRawTextNeverAMix() {
        String types = "\"s\":\"enum('new','paid','it''s;x')\"";
        String rows = "{'s':'2'},{'s':'3'},{'s':'0'},{'s':''},{'s':'paid'},{'s':null}";
        TestTable raw = TestTable.of(new Field("s", DataType.string()));
        assertEquals(
                List.of("+ 2", "+ 3", "+ 0", "+ ", "+ paid", "+ NULL"),
                new CanalMessages(raw).read(insertTyped(rows, types)));
        TestTable labels = TestTable.of(new Field("s", DataType.string())).with("canal-json.enum", "label");
        assertEquals(
                List.of("+ paid", "+ it's;x", "+ ", "+ ", "+ paid", "+ NULL"),
                new CanalMessages(labels).read(insertTyped(rows, types)));
        assertEquals(
                List.of("+ 0", "+ 1"),
                new CanalMessages(labels).read(insertTyped("{'s':'1'},{'s':'2'}", "\"s\":\"enum('0','1')\"")));
        refused(labels, insertTyped("{'s':'4'}", types));
        refused(labels, insertTyped("{'s':'payed'}", types));
    }

    @Test
    void a18SetsAreLabelsOfTheirBits() {
        String types = "\"s\":\"set('a','b,x','c''d')\"";
        TestTable labels = TestTable.of(new Field("s", DataType.string())).with("canal-json.enum", "label");
        assertEquals(
                List.of("+ a,c'd", "+ ", "+ a,b,x,c'd", "+ "),
                new CanalMessages(labels).read(insertTyped("{'s':'5'},{'s':'0'},{'s':'7'},{'s':''}", types)));
        refused(labels, insertTyped("{'s':'8'}", types));
    }

    @Test
    void a19JsonNullIsNotNull() {
        TestTable table = TestTable.of(new Field("j", DataType.string()));
        assertEquals(
                List.of("+ null", "+ NULL", "+ {\"a\":null}"),
                new CanalMessages(table)
                        .read(insert("t", "{'j':'null'},{'j':null},{'j':'{\\'a\\':null}'}".replace("\\'", "\\\""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-00-00", "2024-00-00", "2024-01-00"})
    void a20ZeroDatesFollowThePolicy(String date) {
        TestTable strict = TestTable.of(new Field("d", DataType.date()));
        AlluviumException error = refused(strict, insert("t", "{'d':'" + date + "'}"));
        assertTrue(error.problem().contains("field \"d\" of type DATE holds \"" + date + "\""), error.problem());
        TestTable lenient = TestTable.of(
                        new Field("d", DataType.date()),
                        new Field("t", DataType.timestamp(6)),
                        new Field("y", DataType.integer()))
                .with("canal-json.zero-date", "null");
        assertEquals(
                List.of("+ NULL|NULL|0"),
                new CanalMessages(lenient)
                        .read(insert("t", "{'d':'" + date + "','t':'" + date + " 00:00:00.000000','y':'0000'}")));
        TestTable text = TestTable.of(new Field("d", DataType.string()));
        assertEquals(List.of("+ " + date), new CanalMessages(text).read(insert("t", "{'d':'" + date + "'}")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"100:00:01", "-00:00:00.12", "838:59:59", "24:00:00", "-838:59:59"})
    void a21TimesOutsideADay(String time) {
        TestTable text = TestTable.of(new Field("t", DataType.string()));
        assertEquals(List.of("+ " + time), new CanalMessages(text).read(insert("t", "{'t':'" + time + "'}")));
        refused(
                TestTable.of(new Field("t", new DataType.Temporal(DataType.TemporalKind.TIME, 6, true))),
                insert("t", "{'t':'" + time + "'}"));
    }

    @Test
    void a22FractionsAreNeverCut() {
        TestTable table = TestTable.of(new Field("t", DataType.timestamp(3)));
        assertEquals(
                List.of("+ 2024-01-01 00:00:00.120", "+ 2024-01-01 00:00:00.120"),
                new CanalMessages(table)
                        .read(insert("t", "{'t':'2024-01-01 00:00:00.12'},{'t':'2024-01-01 00:00:00.120000'}")));
        refused(table, insert("t", "{'t':'2024-01-01 00:00:00.1234'}"));
    }

    @Test
    void a23TimestampsAreReadInTheDeclaredZoneUnderAnyZoneOfTheMachine() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "America/New_York", "Asia/Shanghai")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                TestTable table = TestTable.of(
                                new Field("a", DataType.timestamp(0)), new Field("b", DataType.timestampLtz(0)))
                        .with("canal-json.zone", "Asia/Shanghai");
                assertEquals(
                        List.of("+ 2024-01-01 08:00:00|2024-01-01 00:00:00"),
                        new CanalMessages(table)
                                .read(insert("t", "{'a':'2024-01-01 08:00:00','b':'2024-01-01 08:00:00'}")));
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void a24AnInstantNeedsADeclaredZone() {
        TestTable table = TestTable.of(new Field("b", DataType.timestampLtz(0)));
        AlluviumException error = assertThrows(AlluviumException.class, () -> table.decoder("canal-json"));
        assertEquals(ErrorCode.OPTION_MISSING, error.code());
        assertEquals(
                ErrorCode.OPTION_INVALID,
                assertThrows(AlluviumException.class, () -> TestTable.of(new Field("b", DataType.timestampLtz(0)))
                                .with("canal-json.zone", "Asia/Nowhere")
                                .decoder("canal-json"))
                        .code());
    }

    @Test
    void a24HoursThatComeTwiceOrNever() {
        TestTable table =
                TestTable.of(new Field("b", DataType.timestampLtz(0))).with("canal-json.zone", "America/New_York");
        assertEquals(
                List.of("+ 2024-11-03 05:30:00", "+ 2024-11-03 06:30:00"),
                new CanalMessages(table)
                        .read(insert("t", "{'b':'2024-11-03 01:30:00'},{'b':'2024-11-03 01:30:00-05:00'}")));
        refused(table, insert("t", "{'b':'2024-03-10 02:30:00'}"));
    }

    @Test
    void a25BlobsAreACharacterAByte() {
        TestTable table = TestTable.of(
                new Field("b", DataType.bytes()),
                new Field("t", DataType.string()),
                new Field("n", new DataType.Binary(4, true, true)));
        String types = "\"b\":\"longblob\",\"t\":\"text\",\"n\":\"binary(4)\"";
        assertEquals(
                List.of("+ e68891|我|01000000"),
                new CanalMessages(table)
                        .read(insertTyped("{'b':'\\u00e6\\u0088\\u0091','t':'我','n':'\\u0001'}", types)));
        TestTable text = TestTable.of(new Field("b", DataType.string()));
        assertEquals(List.of("+ 我"), new CanalMessages(text).read(insertTyped("{'b':'\\u00e6\\u0088\\u0091'}", types)));
        refused(text, insertTyped("{'b':'\\u00ff'}", types));
        refused(table, insertTyped("{'b':'我'}", types));
    }

    @Test
    void a26BitsAreUnsignedNumbers() {
        TestTable table = TestTable.of(
                new Field("a", DataType.bool()),
                new Field("b", DataType.decimal(20, 0)),
                new Field("c", new DataType.Binary(2, false, true)));
        assertEquals(
                List.of("+ TRUE|18446744073709551615|01ff"),
                new CanalMessages(table)
                        .read(insertTyped(
                                "{'a':'1','b':'18446744073709551615','c':'511'}",
                                "\"a\":\"bit(1)\",\"b\":\"bit(64)\",\"c\":\"bit(9)\"")));
    }

    @Test
    void a27AKeyChangeRemovesTheOldKey() {
        CanalMessages messages = new CanalMessages(notes().key("id"));
        List<String> lines =
                messages.read(insert("t", "{'id':'6','note':'x'}"), update("t", "{'id':'7','note':'x'}", "{'id':'6'}"));
        assertEquals(List.of("+ 6|x", "- 6|x", "+ 7|x"), lines);
        assertEquals(Map.of("7|x", 1L), RowTexts.table(lines));
    }

    @Test
    void a29ATableWithoutKeyIsABag() {
        List<String> lines = new CanalMessages(notes())
                .read(
                        insert("t", "{'id':'1','note':'a'}"),
                        insert("t", "{'id':'1','note':'a'}").replace("\"pkNames\":[\"id\"]", "\"pkNames\":null"),
                        delete("t", "{'id':'1','note':'a'}").replace("\"pkNames\":[\"id\"]", "\"pkNames\":[]"));
        assertEquals(Map.of("1|a", 1L), RowTexts.table(lines));
    }

    @Test
    void a33ColumnsThatComeAndGoAreNull() {
        assertEquals(
                List.of("+ 1|NULL", "+ 2|b"),
                new CanalMessages(notes())
                        .read(insert("t", "{'id':'1'}"), insert("t", "{'id':'2','note':'b','extra':'?'}")));
        TestTable strict = TestTable.of(
                new Field("id", DataType.integer()),
                new Field("note", DataType.string().withNullable(false)));
        assertTrue(refused(strict, insert("t", "{'id':'1'}")).problem().contains("\"note\""));
    }

    @Test
    void a37LetterCaseOfColumns() {
        TestTable table = TestTable.of(new Field("k1", DataType.integer()), new Field("ct", DataType.timestamp(0)))
                .with("canal-json.case-sensitive", "false");
        assertEquals(
                List.of("+ 7|2023-03-23 10:15:00"),
                new CanalMessages(table).read(insert("t", "{'K1':'7','ct':'2023-03-23 10:15:00'}")));
        TestTable sensitive = TestTable.of(new Field("k1", DataType.integer()));
        assertEquals(List.of("+ NULL"), new CanalMessages(sensitive).read(insert("t", "{'K1':'7'}")));
    }

    @Test
    void a38NumbersThatAreNoStringsAreExactToo() {
        TestTable table = TestTable.of(
                new Field("n", DataType.bigint()),
                new Field("d", DataType.decimal(20, 2)),
                new Field("s", DataType.string()));
        assertEquals(
                List.of("+ 9007199254740993|12345678901234567.89|[1, 2]"),
                new CanalMessages(table)
                        .read(insert("t", "{'n':9007199254740993,'d':12345678901234567.89,'s':[1, 2]}")));
    }

    @Test
    void a39AnUpdateWithoutOldValues() {
        CanalMessages keyed = new CanalMessages(notes().key("id"));
        String none = update("t", "{'id':'1','note':'b'}", "").replace("\"old\":[]", "\"old\":null");
        assertEquals(List.of("+ 1|b"), keyed.read(none));
        assertEquals(
                List.of("- 1|a", "+ 1|b", "+ 2|c"),
                keyed.read(update("t", "{'id':'1','note':'b'},{'id':'2','note':'c'}", "{'note':'a'}")));
        assertTrue(refused(notes(), none).problem().contains("no old values for row 0"));
        refused(notes(), update("t", "{'id':'1','note':'b'},{'id':'2','note':'c'}", "{'note':'a'}"));
        refused(notes(), update("t", "{'id':'1','note':'b'}", "{'note':'a'},{'note':'c'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'data':[{'id':'1'}],'type':'INS",
                "{'data':{'id':'1'},'type':'INSERT'}",
                "{'data':['x'],'type':'INSERT'}",
                "{'some':'json'}",
                "[1]",
                "12",
                "{'type':'INSERT'}",
                "{'data':[{'id':'1'}],'type':'INSERT'} tail"
            })
    void whatIsNoMessageIsRefused(String record) {
        refused(notes(), quotes(record));
    }

    @Test
    void metadataComesWithEveryRow() {
        TestTable table = TestTable.of(new Field("id", DataType.integer()));
        CanalMessages messages = new CanalMessages(
                table, "database", "value.table", "type", "es", "ingestion-timestamp", "pk-names", "mysql-type");
        assertEquals(
                List.of("+ 1|shop|t|INSERT|1700000000000|2023-11-14 22:13:20.123|[id]|{id=int}"),
                messages.read(insertTyped("{'id':'1'}", "\"id\":\"int\"")));
    }

    private static TestTable notes() {
        return TestTable.of(new Field("id", DataType.integer()), new Field("note", DataType.string()));
    }

    private static AlluviumException refused(TestTable table, String message) {
        AlluviumException error = assertThrows(AlluviumException.class, () -> new CanalMessages(table).read(message));
        assertEquals(ErrorCode.RECORD_INVALID, error.code());
        return error;
    }
}
