package io.alluvium.runtime.operator;

import io.alluvium.core.operator.Operator;
import io.alluvium.core.plan.PlanNode.Rank;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.Diamond;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankOperatorTest {
    private static final Schema SALES = SchemaText.parse("cat STRING, id BIGINT, v BIGINT");
    private static final Schema RANKED = SchemaText.parse("cat STRING, id BIGINT, v BIGINT, n BIGINT");
    private static final SortKey HIGHEST = new SortKey(2, true, false);
    private static final SortKey BY_ID = new SortKey(1, false, false);

    private static Operator operator(Rank node) {
        int[] key = JoinInputs.ints(node.partition());
        boolean best = node.insertOnly() && node.from() == 1 && node.to() == 1;
        return best ? new BestRowOperator(node, SALES, key) : new RankOperator(node, SALES, key);
    }

    private static OperatorHarness harness(
            List<SortKey> order, long from, long to, boolean withNumber, boolean insertOnly) {
        Schema output = withNumber ? RANKED : SALES;
        Rank node = new Rank("rank", "in", List.of(0), order, from, to, withNumber, insertOnly, output);
        return OperatorHarness.of(() -> operator(node), output, SALES).exchange(0, 0);
    }

    /** Field case B23: two rows change places; the old rows leave before the new ones come. */
    @Test
    void rowsChangePlaces() {
        harness(List.of(HIGHEST, BY_ID), 1, 2, true, false)
                .run(
                        """
                        feed 0
                        +I book 1 10
                        +I book 2 5
                        expect
                        + book 1 10 1
                        + book 2 5 2
                        feed 0
                        -U book 2 5
                        +U book 2 20
                        expect
                        - book 1 10 1
                        - book 2 5 2
                        + book 2 20 1
                        + book 1 10 2
                        """);
    }

    /** Field case B25: the least of what is left, through removals and additions. */
    @Test
    void leastOfWhatIsLeft() {
        harness(List.of(new SortKey(2, false, false)), 1, 1, false, false)
                .run(
                        """
                        feed 0
                        +I x 1 10
                        +I x 2 20
                        +I x 3 30
                        +I x 4 40
                        expect
                        + x 1 10
                        feed 0
                        -D x 2 20
                        +I x 5 50
                        expect
                        feed 0
                        -D x 1 10
                        +I x 6 60
                        expect
                        - x 1 10
                        + x 3 30
                        feed 0
                        -D x 3 30
                        expect
                        - x 3 30
                        + x 4 40
                        """);
    }

    /** Field case B27: a row moves to another partition. */
    @Test
    void rowMovesToAnotherPartition() {
        harness(List.of(HIGHEST), 1, 1, false, false)
                .run(
                        """
                        feed 0
                        +I a 1 5
                        +I b 2 3
                        expect
                        + a 1 5
                        + b 2 3
                        feed 0
                        -U a 1 5
                        +U b 1 5
                        expect
                        - a 1 5
                        - b 2 3
                        + b 1 5
                        """);
    }

    /** Field case B29: ties are decided by the rows, never by arrival; NULLs stand where the order says. */
    @Test
    void tiesAndNulls() {
        for (boolean insertOnly : new boolean[] {true, false}) {
            harness(List.of(HIGHEST), 1, 1, false, insertOnly)
                    .run(
                            """
                            feed 0
                            +I a 9 5
                            +I a 3 5
                            +I a 7 5
                            expect
                            + a 3 5
                            """);
            harness(List.of(new SortKey(2, true, true), new SortKey(1, true, false)), 1, 1, true, insertOnly)
                    .run(
                            """
                            feed 0
                            +I a 1 5
                            +I a 2 NULL
                            +I a 3 NULL
                            +I NULL 1 NULL
                            expect
                            + a 3 NULL 1
                            + NULL 1 NULL 1
                            """);
        }
    }

    @Test
    void bestRowIsReplaced() {
        harness(List.of(HIGHEST, BY_ID), 1, 1, false, true)
                .run(
                        """
                        feed 0
                        +I a 1 5
                        +I a 2 4
                        +I b 1 1
                        expect
                        + a 1 5
                        + b 1 1
                        feed 0
                        +I a 3 7
                        +I a 4 9
                        +I b 2 0
                        expect
                        - a 1 5
                        + a 4 9
                        """);
    }

    @Test
    void multiplicitiesTakeRanks() {
        harness(List.of(HIGHEST), 2, 3, true, false)
                .run(
                        """
                        feed 0
                        +I a 1 5
                        +I a 1 5
                        +I a 2 4
                        +I a 3 3
                        expect
                        + a 1 5 2
                        + a 2 4 3
                        feed 0
                        -D a 1 5
                        expect
                        - a 1 5 2
                        - a 2 4 3
                        + a 2 4 2
                        + a 3 3 3
                        """);
        harness(List.of(HIGHEST), 1, 3, false, false)
                .run(
                        """
                        feed 0
                        +4 a 1 5
                        +I a 2 4
                        expect
                        +3 a 1 5
                        feed 0
                        -2 a 1 5
                        expect
                        - a 1 5
                        + a 2 4
                        """);
    }

    @Test
    void removalsBeforeTheirAdditionsHaveNoRank() {
        harness(List.of(HIGHEST), 1, 2, false, false)
                .run(
                        """
                        feed 0
                        -D a 1 9
                        +I a 2 4
                        expect
                        + a 2 4
                        feed 0
                        +I a 1 9
                        +I a 3 7
                        expect
                        + a 3 7
                        """);
    }

    @Test
    void insertOnlyTopN() {
        harness(List.of(HIGHEST, BY_ID), 1, 2, true, true)
                .run(
                        """
                        feed 0
                        +I a 1 1
                        +I a 2 2
                        +I a 3 3
                        +I a 4 4
                        expect
                        + a 4 4 1
                        + a 3 3 2
                        feed 0
                        +I a 5 3
                        +I a 6 9
                        expect
                        - a 4 4 1
                        - a 3 3 2
                        + a 6 9 1
                        + a 4 4 2
                        """);
    }

    /** The best row of each partition against all rows' union with itself: both paths are of one epoch. */
    @Test
    void diamond() {
        Rank best = new Rank("a", "in", List.of(0), List.of(HIGHEST), 1, 1, false, false, SALES);
        Rank bottom = new Rank("b", "u", List.of(0), List.of(HIGHEST, BY_ID), 1, 2, true, false, RANKED);
        OperatorHarness.of(() -> new Diamond(operator(best), new UnionOperator(SALES), operator(bottom)), RANKED, SALES)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I a 1 5
                        +I a 2 3
                        expect
                        + a 1 5 1
                        + a 1 5 2
                        feed 0
                        -D a 1 5
                        expect
                        - a 1 5 1
                        - a 1 5 2
                        + a 2 3 1
                        + a 2 3 2
                        """);
    }

    /** As {@link #diamond} over rows that are only added: one path keeps nothing but its best row. */
    @Test
    void diamondOfAddedRows() {
        Rank best = new Rank("a", "in", List.of(0), List.of(HIGHEST), 1, 1, false, true, SALES);
        Rank bottom = new Rank("b", "u", List.of(0), List.of(HIGHEST, BY_ID), 1, 2, true, false, RANKED);
        OperatorHarness.of(() -> new Diamond(operator(best), new UnionOperator(SALES), operator(bottom)), RANKED, SALES)
                .exchange(0, 0)
                .run(
                        """
                        feed 0
                        +I a 1 5
                        +I a 2 3
                        expect
                        + a 1 5 1
                        + a 1 5 2
                        feed 0
                        +I a 3 4
                        expect
                        feed 0
                        +I a 4 9
                        expect
                        - a 1 5 1
                        - a 1 5 2
                        + a 4 9 1
                        + a 4 9 2
                        """);
    }
}
