package io.alluvium.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.sql.statement.ColumnDefinition;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.Option;
import io.alluvium.sql.statement.Statement;
import io.alluvium.sql.statement.TableClauses.Filling;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementParserTest {
    private static <T extends Statement> T parse(Class<T> type, String sql) {
        List<StatementText> texts = ScriptSplitter.split(sql, "f.sql");
        assertEquals(1, texts.size());
        return assertInstanceOf(type, StatementParser.parse(texts.get(0)));
    }

    /** A statement without its text and positions. */
    private static String shown(Statement statement) {
        return statement
                .toString()
                .replace(statement.text().toString(), "")
                .replaceAll("text=, ?", "")
                .replace("text=", "")
                .replaceAll("(, )?\\w*[pP]osition=SourcePosition\\[[^\\]]*\\]", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "CREATE DATABASE IF NOT EXISTS d COMMENT 'c' WITH ('layer' = 'DWD') | CreateDatabase[name=d, ifNotExists=true, options=[Option[key=layer, value=DWD]], comment=c]",
                "DROP DATABASE IF EXISTS d CASCADE | DropDatabase[name=d, ifExists=true, cascade=true]",
                "USE dwd | UseDatabase[name=dwd]",
                "SHOW DATABASES | ShowDatabases[]",
                "DROP TABLE a.b.c | DropTable[name=a.b.c, ifExists=false, temporary=false]",
                "DROP TEMPORARY VIEW IF EXISTS v | DropView[name=v, ifExists=true, temporary=true]",
                "SHOW TABLES | ShowTables[database=null, like=null]",
                "SHOW TABLES FROM ods LIKE 'o%' | ShowTables[database=ods, like=o%]",
                "SHOW VIEWS IN dwd | ShowViews[database=dwd, like=null]",
                "SHOW CREATE TABLE ods.o | ShowCreateTable[name=ods.o]",
                "SHOW CREATE VIEW v | ShowCreateView[name=v]",
                "SHOW COLUMNS FROM `订单` | ShowColumns[name=订单]",
                "SHOW JOBS | ShowJobs[]",
                "SHOW FUNCTIONS | ShowFunctions[]",
                "SHOW CONNECTORS | ShowConnectors[]",
                "DESC ods.o | Describe[name=ods.o]",
                "DESCRIBE o | Describe[name=o]",
                "SET | SetOption[option=null]",
                "SET 'pipeline.name' = 'it''s' | SetOption[option=Option[key=pipeline.name, value=it's]]",
                "RESET | ResetOption[key=null]",
                "RESET 'a' | ResetOption[key=Identifier[name=a]]"
            })
    void readsSmallStatements(String sql, String expected) {
        assertEquals(expected, shown(parse(Statement.class, sql)));
    }

    @Test
    void readsATableWithAllKindsOfColumns() {
        Statement.CreateTable table = parse(
                Statement.CreateTable.class,
                """
                CREATE TEMPORARY TABLE IF NOT EXISTS ods.orders (
                  id BIGINT NOT NULL PRIMARY KEY NOT ENFORCED COMMENT 'the key',
                  `城市` STRING,
                  price DECIMAL(10, 2), qty INT,
                  total AS (price) * qty COMMENT 'computed',
                  ts TIMESTAMP(3) METADATA FROM 'value.ts' VIRTUAL,
                  `offset` BIGINT NOT NULL METADATA,
                  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
                ) COMMENT '订单'
                PARTITIONED BY (qty) DISTRIBUTED BY HASH(id) INTO 4 BUCKETS
                WITH ('connector' = 'kafka',
                      'topic' = 'a;b')
                """);
        assertEquals(List.of("ods", "orders"), table.name().parts());
        assertTrue(table.temporary() && table.ifNotExists() && !table.orReplace());
        assertEquals(
                List.of("id", "城市", "price", "qty", "total", "ts", "offset"),
                table.columns().stream().map(column -> column.name().name()).toList());
        ColumnDefinition.Physical id = assertInstanceOf(
                ColumnDefinition.Physical.class, table.columns().get(0));
        assertEquals("BIGINT NOT NULL", id.type().ddl());
        assertEquals("the key", id.comment());
        assertEquals("f.sql:2:6", id.typePosition().label());
        ColumnDefinition.Computed total = assertInstanceOf(
                ColumnDefinition.Computed.class, table.columns().get(4));
        assertEquals("(price) * qty", total.text());
        assertEquals("price * qty", DialectText.of(total.expression()));
        assertEquals("computed", total.comment());
        ColumnDefinition.Metadata ts = assertInstanceOf(
                ColumnDefinition.Metadata.class, table.columns().get(5));
        assertEquals("value.ts", ts.metadataKey());
        assertTrue(ts.virtual());
        ColumnDefinition.Metadata offset = assertInstanceOf(
                ColumnDefinition.Metadata.class, table.columns().get(6));
        assertEquals("offset", offset.metadataKey());
        assertEquals("BIGINT NOT NULL", offset.type().ddl());
        assertEquals(List.of("ts"), Objects.requireNonNull(table.watermark()).column());
        assertEquals("ts - INTERVAL '5' SECOND", table.watermark().text());
        assertEquals(
                List.of("id"),
                Objects.requireNonNull(table.primaryKey()).columns().stream()
                        .map(Identifier::name)
                        .toList());
        assertEquals("订单", table.comment());
        assertEquals("qty", table.partitionedBy().get(0).name());
        assertEquals(4, Objects.requireNonNull(table.distribution()).buckets());
        assertEquals("HASH", table.distribution().kind());
        Option topic = table.options().get(1);
        assertEquals("topic=a;b", topic.key() + "=" + topic.value());
        assertEquals("f.sql:12:7", topic.keyPosition().label());
        assertEquals("f.sql:12:17", topic.valuePosition().label());
    }

    @Test
    void readsLikeAndAsSelect() {
        Statement.CreateTable like = parse(
                Statement.CreateTable.class,
                "CREATE TABLE t (a INT) WITH ('k' = 'v') LIKE db.s (INCLUDING ALL EXCLUDING WATERMARKS overwriting OPTIONS)");
        assertEquals(
                "INCLUDING ALL,EXCLUDING WATERMARKS,OVERWRITING OPTIONS",
                Objects.requireNonNull(like.like()).rules().stream()
                        .map(rule -> rule.strategy() + " " + rule.feature())
                        .collect(Collectors.joining(",")));
        Statement.CreateTable as = parse(
                Statement.CreateTable.class,
                "CREATE OR REPLACE TABLE t WITH ('k' = 'v') AS (SELECT a FROM s) UNION ALL SELECT 1 -- end");
        assertTrue(as.orReplace());
        assertNull(as.like());
        assertEquals("(SELECT a FROM s) UNION ALL SELECT 1", as.queryText());
    }

    @Test
    void keepsTheQueryOfAViewAsWritten() {
        Statement.CreateView view = parse(
                Statement.CreateView.class,
                "CREATE VIEW IF NOT EXISTS v (a COMMENT 'x', b) COMMENT 'v' AS\n (SELECT 1,\n   '夜' /* why */) ;");
        assertEquals("(SELECT 1,\n   '夜' /* why */)", view.queryText());
        assertEquals("x", view.columns().get(0).comment());
        assertEquals("b", view.columns().get(1).name().name());
        assertEquals(DialectText.of(view.query()), DialectText.of(StatementParser.parseQuery(view.queryText())));
    }

    @Test
    void readsInsertsAndStatementSets() {
        Statement.InsertInto insert = parse(
                Statement.InsertInto.class,
                "INSERT INTO dwd.t /*+ OPTIONS('sink.parallelism' = '2') */ (a, `b c`) SELECT 1, 2 EMIT ON WATERMARK");
        assertEquals("dwd.t", insert.target().toString());
        assertEquals(
                List.of("a", "b c"),
                insert.columns().stream().map(Identifier::name).toList());
        assertEquals("OPTIONS", insert.hints().get(0).getName());
        assertEquals("2", insert.hints().get(0).getOptionKVPairs().get("sink.parallelism"));
        assertTrue(insert.emitOnWatermark());
        Statement.StatementSet set = parse(
                Statement.StatementSet.class,
                "BEGIN STATEMENT SET;\nINSERT INTO a VALUES (1, 'x;');\n INSERT INTO b SELECT CASE WHEN x THEN 1 END FROM t;\nEND;");
        assertEquals(
                List.of("INSERT INTO a VALUES (1, 'x;')", "INSERT INTO b SELECT CASE WHEN x THEN 1 END FROM t"),
                set.inserts().stream().map(Statement.InsertInto::sql).toList());
        assertEquals("f.sql:3:2", set.inserts().get(1).position().label());
        Statement.CreateJob job = parse(
                Statement.CreateJob.class,
                "CREATE JOB j WITH ('parallelism' = '2') AS STATEMENT SET BEGIN INSERT INTO a SELECT 1; END");
        assertInstanceOf(Statement.StatementSet.class, job.body());
    }

    @Test
    void readsExplain() {
        for (String body : List.of(
                "SELECT 1",
                "INSERT INTO t SELECT 1",
                "STATEMENT SET BEGIN INSERT INTO t SELECT 1; END",
                "PLAN FOR SELECT 1")) {
            assertNotNull(parse(Statement.Explain.class, "EXPLAIN " + body).explained());
        }
    }

    @Test
    void mapsNodesToTheFile() {
        StatementText text = ScriptSplitter.split("SELECT 1; /* x */ SELECT a,\n\tb + c FROM t", "f.sql")
                .get(1);
        Statement.Query query = assertInstanceOf(Statement.Query.class, StatementParser.parse(text));
        SqlSelect select = assertInstanceOf(SqlSelect.class, query.query());
        assertEquals(
                "f.sql:1:26",
                text.positions()
                        .of(select.getSelectList().get(0).getParserPosition())
                        .label());
        var sum = text.positions().of(select.getSelectList().get(1).getParserPosition());
        assertEquals("f.sql:2:2", sum.label());
        assertEquals("b + c", text.slice(sum));
    }

    @Test
    void literalsAreUnicodeWithoutACharset() {
        SqlCharStringLiteral literal =
                assertInstanceOf(SqlCharStringLiteral.class, StatementParser.parseExpression("'北京😀'"));
        assertEquals("北京😀", literal.getValueAs(String.class));
        assertEquals("'北京😀'", DialectText.of(literal));
    }

    @Test
    void createTablesNamesDatabaseTablesAndBothSetsOfOptions() {
        Statement.CreateTables create = parse(
                Statement.CreateTables.class,
                "CREATE OR REPLACE TABLES IF NOT EXISTS IN dwd AS 'dwd_{table}' FROM DATABASE shop"
                        + " INCLUDING ('a%', 'b') EXCLUDING ('c') USING ('url' = 'u') WITH ('topic' = '{table}')"
                        + " AS JOB fill FROM ods AS 'ods_{table}'");
        assertEquals("dwd", create.target().toString());
        assertEquals("dwd_{table}", create.name());
        assertEquals("shop", create.source().name());
        assertEquals(
                List.of("a%", "b"),
                create.including().stream().map(Identifier::name).toList());
        assertEquals(
                List.of("c"), create.excluding().stream().map(Identifier::name).toList());
        assertEquals(
                List.of("url"), create.connection().stream().map(Option::key).toList());
        assertEquals(
                List.of("{table}"), create.options().stream().map(Option::value).toList());
        assertTrue(create.orReplace() && create.ifNotExists());
        Filling filling = Objects.requireNonNull(create.filling());
        assertEquals(
                "fill from ods.ods_{table}",
                filling.job().name() + " from " + filling.database() + "." + filling.name());
        Statement.CreateTables shortest =
                parse(Statement.CreateTables.class, "CREATE TABLES IN dwd FROM DATABASE `order` USING () WITH ()");
        assertEquals("{table}", shortest.name());
        assertTrue(shortest.including().isEmpty() && shortest.excluding().isEmpty());
        assertNull(shortest.filling());
    }
}
