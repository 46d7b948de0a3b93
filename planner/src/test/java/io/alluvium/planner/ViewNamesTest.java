package io.alluvium.planner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ViewNamesTest {
    private final PlannerFixture session = new PlannerFixture();

    ViewNamesTest() {
        session.run(
                """
                CREATE TABLE sales (id BIGINT, category STRING) WITH ('connector' = 'nexmark');
                CREATE VIEW listed (first_one, second_one) AS SELECT id, category FROM sales;
                CREATE VIEW grouped (word, number_of) AS SELECT category, COUNT(*) FROM sales GROUP BY category;
                CREATE VIEW renamed AS SELECT id AS x, category AS y FROM sales;
                CREATE VIEW over_renamed AS SELECT * FROM renamed;
                """);
    }

    @Test
    void aViewHasTheColumnsOfItsList() {
        assertCollects("(second_one STRING, first_one BIGINT)", "SELECT second_one, first_one FROM listed");
        assertCollects("(number_of BIGINT NOT NULL, word STRING)", "SELECT number_of, word FROM grouped");
    }

    /** A projection that only renames is no less a projection. */
    @Test
    void aViewHasTheNamesThatItsQueryGives() {
        assertCollects("(x BIGINT, y STRING)", "SELECT * FROM renamed");
        assertCollects("(y STRING)", "SELECT y FROM over_renamed WHERE x > 1");
    }

    private void assertCollects(String columns, String query) {
        String plan = session.run(query);
        assertTrue(plan.contains(columns), plan);
    }
}
