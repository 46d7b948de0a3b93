package io.alluvium.runtime.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PlanNode.FromChangelog;
import io.alluvium.core.plan.PlanNode.NameFilter;
import io.alluvium.core.type.Schema;
import io.alluvium.testkit.harness.OperatorHarness;
import io.alluvium.testkit.harness.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

class FromChangelogOperatorTest {
    private static final Schema ENVELOPES = SchemaText.parse("op STRING, data ARRAY<MAP<STRING, STRING>>,"
            + " old ARRAY<MAP<STRING, STRING>>, db STRING, tab STRING, tag BIGINT");
    private static final Schema OUTPUT = SchemaText.parse("tag BIGINT, row_data MAP<STRING, STRING>");

    private static OperatorHarness harness(boolean normalized) {
        FromChangelog node = new FromChangelog(
                "log", "in", 0, 1, 2, new NameFilter(3, "shop"), new NameFilter(4, "t"), List.of(5), OUTPUT);
        return OperatorHarness.of(() -> new FromChangelogOperator(node, ENVELOPES, normalized), OUTPUT, ENVELOPES)
                .linear()
                .ordered();
    }

    /** Field case A01: present with null was null, absent is unchanged. */
    @Test
    void nullInOldIsNotAbsent() {
        harness(false)
                .run(
                        """
                        feed 0
                        +I INSERT [{id=1,note=NULL,v=5}] NULL shop t 1
                        +I UPDATE [{id=1,note=blue,v=5}] [{note=NULL}] shop t 2
                        +I UPDATE [{id=1,note=blue,v=6}] [{v=5}] shop t 3
                        expect
                        + 1 {id=1,note=NULL,v=5}
                        - 2 {id=1,note=NULL,v=5}
                        + 2 {id=1,note=blue,v=5}
                        - 3 {id=1,note=blue,v=5}
                        + 3 {id=1,note=blue,v=6}
                        """);
    }

    /** Field case A03: several rows in one message, each with other changed columns. */
    @Test
    void elementsPairByPosition() {
        harness(false)
                .run(
                        """
                        feed 0
                        +I update [{id=1,a=10,b=x},{id=2,a=20,b=y}] [{a=9},{b=z}] shop t 1
                        expect
                        - 1 {id=1,a=9,b=x}
                        + 1 {id=1,a=10,b=x}
                        - 1 {id=2,a=20,b=z}
                        + 1 {id=2,a=20,b=y}
                        """);
    }

    /** Field cases A09, A05 and A07: foreign names, empty data and other operations are skipped and counted. */
    @Test
    void foreignAndEmptyEnvelopesAreSkipped() {
        OperatorHarness.Outcome outcome = harness(false)
                .run(
                        """
                        feed 0
                        +I INSERT [{id=1}] NULL shop other 1
                        +I INSERT [{id=1}] NULL shop2 t 1
                        +I INSERT [{id=1}] NULL NULL t 1
                        +I INSERT [] NULL shop t 1
                        +I INSERT NULL NULL shop t 1
                        +I TRUNCATE NULL NULL shop t 1
                        +I DELETE [{id=3},{id=4}] NULL shop t 1
                        expect
                        - 1 {id=3}
                        - 1 {id=4}
                        """);
        assertEquals(6, outcome.counter("skipped"));
    }

    /** Field case A29: without a key the changes are a bag. */
    @Test
    void bag() {
        harness(false)
                .run(
                        """
                        feed 0
                        +I INSERT [{a=1}] NULL shop t 1
                        +I INSERT [{a=1}] NULL shop t 1
                        +I DELETE [{a=1}] NULL shop t 1
                        expect
                        + 1 {a=1}
                        """);
    }

    /** Field case A39: an UPDATE that does not say what was before. */
    @Test
    void updateWithoutOld() {
        String feed =
                """
                feed 0
                +I UPDATE [{id=1,a=5}] NULL shop t 1
                +I UPDATE [{id=2,a=6},{id=3,a=7}] [{a=1}] shop t 2
                """;
        harness(true)
                .run(
                        feed
                                + """
                        expect
                        + 1 {id=1,a=5}
                        - 2 {id=2,a=1}
                        + 2 {id=2,a=6}
                        + 2 {id=3,a=7}
                        """);
        OperatorHarness.Outcome outcome = harness(false)
                .run(
                        feed
                                + """
                        expect
                        - 2 {id=2,a=1}
                        + 2 {id=2,a=6}
                        """);
        assertEquals(2, outcome.letters().size());
        assertEquals(ErrorCode.RECORD_INVALID, outcome.letters().get(0).error().code());
    }

    /** Field cases A32 and A33: columns that came or went between are taken as the message has them. */
    @Test
    void oldMayNameAColumnThatDataLacks() {
        harness(false)
                .run(
                        """
                        feed 0
                        +I UPDATE [{id=1,z=2}] [{gone=7,z=NULL}] shop t 1
                        expect
                        - 1 {gone=7,id=1,z=NULL}
                        + 1 {id=1,z=2}
                        """);
    }
}
