package io.alluvium.runtime.checkpoint;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.Int128;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What checkpoints remember of a plan. The values here stay as they are: another one makes every stored job refuse its state. */
class PlanDigestTest {
    private static final DataType ID = DataType.bigint().withNullable(false);
    private static final Schema ORDERS = Schema.of(
            new DataType.Field("id", ID),
            new DataType.Field("total", DataType.decimal(20, 2)),
            new DataType.Field("at", DataType.timestampLtz(3)));
    private static final Map<String, String> OPTIONS =
            Map.of("path", "orders", "interval", "1s", "password", "${env:A}", "fields.id.speed", "9");
    private static final Expression TOTAL = new Expression.Column(1, DataType.decimal(20, 2));

    @Test
    void whatEachNodeMeansIsWrittenTheSameForEver() {
        String text = nodes(OPTIONS).stream()
                .map(node -> PlanNodeText.of(node, PlanDigestTest::declared))
                .collect(Collectors.joining("\n", "", "\n"));
        assertEquals(
                """
                scan inputs=[] table="ods.orders" connector="test" schema=["id":BIGINT!, "total":DECIMAL(20,2), \
                "at":TIMESTAMP_LTZ(3)] primaryKey=["id"] option="path":"orders" columns=["id", "total", "at"] \
                metadata=["offset"] computed=[">"[$1:DECIMAL(20,2), 1000:DECIMAL(20,2)]:BOOLEAN] time=2 \
                watermark=$2:TIMESTAMP_LTZ(3) idle=0 withWatermark=true insertOnly=false types=[BIGINT!, \
                DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                values inputs=[] rows=[[x612262:CHAR(3)!, 1.5:DOUBLE]] \
                types=[MAP<VARCHAR(2147483647),ARRAY<ROW["b":BINARY(4)]>>]
                calc inputs=["scan"] condition=">"[$1:DECIMAL(20,2), 1000:DECIMAL(20,2)]:BOOLEAN \
                projections=[$1:DECIMAL(20,2)] types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                exchange inputs=["calc"] keys=[0] types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                union inputs=["exchange", "calc"] types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                unnest inputs=["union"] collection=$0:MAP<VARCHAR(2147483647),ARRAY<ROW["b":BINARY(4)]>> \
                ordinality=true outer=false types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                changelog inputs=["scan"] operation=0 data=1 old=-1 database=2:"shop" table=none keep=[0] \
                types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                normalize inputs=["changelog"] keys=[0] types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                remember inputs=["normalize"] expressions=["RAND"[]:DOUBLE] types=[BIGINT!, DECIMAL(20,2), \
                TIMESTAMP_LTZ(3)]
                aggregate inputs=["normalize"] keys=[0] calls=[SUM[1]distinctfilter2:DECIMAL(38,2)] \
                insertOnly=true end=2 finalOnly=true dropState=false types=[BIGINT!, DECIMAL(20,2), \
                TIMESTAMP_LTZ(3)]
                window inputs=["scan"] time=2 kind=HOP size=60 slide=10 offset=0 watermark=-1 types=[BIGINT!, \
                DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                join inputs=["scan", "calc"] kind=LEFT left=[0] right=[1] nullSafe=[true] \
                residual=">"[$1:DECIMAL(20,2), 1000:DECIMAL(20,2)]:BOOLEAN leftInsertOnly=true \
                rightInsertOnly=false types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                rank inputs=["join"] partition=[0] order=[1-last] from=1 to=3 number=true insertOnly=false \
                types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                lookup inputs=["rank"] table="ods.orders" connector="test" schema=["id":BIGINT!, \
                "total":DECIMAL(20,2), "at":TIMESTAMP_LTZ(3)] primaryKey=["id"] option="path":"orders" input=[0] \
                keys=["id"] columns=["total"] outer=true residual=none types=[BIGINT!, DECIMAL(20,2), \
                TIMESTAMP_LTZ(3)]
                sink inputs=["lookup"] table="ods.orders" connector="test" schema=["id":BIGINT!, \
                "total":DECIMAL(20,2), "at":TIMESTAMP_LTZ(3)] primaryKey=["id"] option="path":"orders" keys=[0] \
                insertOnly=false types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                collect inputs=["lookup"] types=[BIGINT!, DECIMAL(20,2), TIMESTAMP_LTZ(3)]
                """,
                text);
    }

    @Test
    void everyKindOfNodeIsFrozenHere() {
        TreeSet<String> kinds = new TreeSet<>();
        Arrays.stream(PlanNode.class.getPermittedSubclasses()).forEach(kind -> kinds.add(kind.getSimpleName()));
        nodes(OPTIONS).forEach(node -> kinds.remove(node.getClass().getSimpleName()));
        assertEquals(new TreeSet<>(), kinds);
    }

    @Test
    void aDigestIsThatOfTheText() {
        assertEquals("b24eeb8538f59451d10dc5f0", digests(OPTIONS).get("scan"));
    }

    @Test
    void optionsThatTuneAndSecretsMayChange() {
        Map<String, String> other = Map.of("path", "orders", "password", "${env:B}", "fields.id.speed", "10");
        assertDoesNotThrow(() -> PlanDigest.check("job", digests(OPTIONS), digests(other)));
    }

    @Test
    void anotherPlaceIsAnotherPlan() {
        Map<String, String> other = Map.of("path", "refunds");
        AlluviumException changed =
                assertThrows(AlluviumException.class, () -> PlanDigest.check("job", digests(OPTIONS), digests(other)));
        assertEquals(ErrorCode.PLAN_CHANGED, changed.code());
        assertTrue(changed.getMessage().contains("scan (changed)"), changed.getMessage());
    }

    private static Map<String, String> digests(Map<String, String> options) {
        return PlanDigest.of(new PhysicalPlan("job", nodes(options)), PlanDigestTest::declared);
    }

    private static List<OptionSpec> declared(String connector) {
        return List.of(
                OptionSpec.required("path", OptionType.TEXT, "A place."),
                OptionSpec.optional("interval", OptionType.DURATION, null, "How often.")
                        .asTuning(),
                OptionSpec.optional("fields.#.speed", OptionType.INTEGER, null, "How fast.")
                        .asTuning(),
                OptionSpec.secret("password", "A secret."));
    }

    /** One node of each kind, and one expression and type of each kind. */
    private static List<PlanNode> nodes(Map<String, String> options) {
        TableSpec table = new TableSpec("ods.orders", "test", ORDERS, List.of("id"), options);
        Expression.Literal text = literal("a\"b".getBytes(StandardCharsets.UTF_8), new DataType.Text(3, true, false));
        SourcePosition position = new SourcePosition("a.sql", 1, 2, 1, 3, null);
        Expression more = new Expression.Call(
                ">",
                List.of(TOTAL, literal(Int128.of(new BigInteger("1000")), DataType.decimal(20, 2))),
                DataType.bool(),
                position);
        Schema nested = Schema.of(new DataType.Field(
                "nested",
                DataType.map(
                        DataType.string(),
                        DataType.array(DataType.row(new DataType.Field("b", new DataType.Binary(4, true, true)))))));
        return List.of(
                new PlanNode.Scan(
                        "scan",
                        table,
                        List.of("id", "total", "at"),
                        List.of("offset"),
                        List.of(more),
                        new PlanNode.Watermark(2, new Expression.Column(2, DataType.timestampLtz(3)), 5000),
                        true,
                        false,
                        ORDERS),
                new PlanNode.Values("values", List.of(List.of(text, literal(1.5, DataType.doubles()))), nested),
                new PlanNode.Calc("calc", "scan", more, List.of(TOTAL), ORDERS),
                new PlanNode.Exchange("exchange", "calc", List.of(0), ORDERS),
                new PlanNode.Union("union", List.of("exchange", "calc"), ORDERS),
                new PlanNode.Unnest("unnest", "union", new Expression.Column(0, nested.type(0)), true, false, ORDERS),
                new PlanNode.FromChangelog(
                        "changelog", "scan", 0, 1, -1, new PlanNode.NameFilter(2, "shop"), null, List.of(0), ORDERS),
                new PlanNode.Normalize("normalize", "changelog", List.of(0), ORDERS),
                new PlanNode.Remember(
                        "remember",
                        "normalize",
                        List.of(new Expression.Call("RAND", List.of(), DataType.doubles(), null)),
                        ORDERS),
                new PlanNode.Aggregate(
                        "aggregate",
                        "normalize",
                        List.of(0),
                        List.of(new PlanNode.AggregateCall("SUM", List.of(1), true, 2, DataType.decimal(38, 2))),
                        true,
                        new PlanNode.GroupWindow(2, true, false),
                        ORDERS),
                new PlanNode.WindowAssign(
                        "window", "scan", 2, new PlanNode.WindowSpec(PlanNode.WindowKind.HOP, 60, 10, 0), -1, ORDERS),
                new PlanNode.Join(
                        "join",
                        "scan",
                        "calc",
                        PlanNode.JoinKind.LEFT,
                        List.of(0),
                        List.of(1),
                        List.of(true),
                        more,
                        true,
                        false,
                        ORDERS),
                new PlanNode.Rank(
                        "rank",
                        "join",
                        List.of(0),
                        List.of(new PlanNode.SortKey(1, true, false)),
                        1,
                        3,
                        true,
                        false,
                        ORDERS),
                new PlanNode.Lookup(
                        "lookup", "rank", table, List.of(0), List.of("id"), List.of("total"), true, null, ORDERS),
                new PlanNode.Sink("sink", "lookup", table, List.of(0), false, ORDERS),
                new PlanNode.Collect("collect", "lookup", ORDERS));
    }

    private static Expression.Literal literal(Serializable value, DataType type) {
        return new Expression.Literal(value, type);
    }
}
