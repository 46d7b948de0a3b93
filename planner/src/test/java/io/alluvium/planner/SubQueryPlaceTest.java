package io.alluvium.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import org.junit.jupiter.api.Test;

/** A sub-query that may give several rows is refused where it stands. */
class SubQueryPlaceTest {
    private final PlannerFixture session = new PlannerFixture();

    SubQueryPlaceTest() {
        session.run(
                """
                CREATE TABLE a (id BIGINT, v BIGINT) WITH ('connector' = 'log');
                CREATE TABLE b (id BIGINT, v BIGINT) WITH ('connector' = 'blackhole');
                """);
    }

    @Test
    void inACondition() {
        assertRefusedAt(
                3,
                11,
                """
                SELECT id FROM a
                WHERE id IN (SELECT v FROM a) AND id > (SELECT MAX(v) FROM a)
                  AND v = (SELECT v FROM a AS x WHERE x.id = a.id);
                """);
    }

    @Test
    void inTheSelectListOfAnInsert() {
        assertRefusedAt(
                2,
                16,
                """
                INSERT INTO b
                SELECT id, 1 + (SELECT v FROM a) FROM a;
                """);
    }

    @Test
    void insideAnotherSubQuery() {
        assertRefusedAt(1, 44, "SELECT * FROM (SELECT id FROM a WHERE id = (SELECT v FROM a)) AS x;\n");
    }

    /** Which of several is meant is not known: the statement is shown. */
    @Test
    void oneOfSeveral() {
        assertRefusedAt(1, 1, "SELECT (SELECT v FROM a), (SELECT id FROM a) FROM a;\n");
    }

    private void assertRefusedAt(int line, int column, String query) {
        AlluviumException refusal = assertThrows(AlluviumException.class, () -> session.run(query));
        assertEquals(ErrorCode.QUERY_INVALID, refusal.code());
        SourcePosition place = refusal.position();
        assertEquals(line + ":" + column, place == null ? "" : place.line() + ":" + place.column());
    }
}
