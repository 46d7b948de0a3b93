package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** When a job stops because of bad records. */
class DeadLetterPolicyTest {
    private final JobOptions options = JobOptions.defaults(ZoneOffset.UTC);
    private long nowMicros;

    @Test
    void aHandfulOfBadRecordsIsNoRate() {
        DeadLetterPolicy policy = new DeadLetterPolicy(options, () -> nowMicros);
        policy.rowsRead(10);
        for (int i = 0; i < DeadLetterPolicy.FEW; i++) {
            assertDoesNotThrow(() -> policy.judge(letter()));
        }
        AlluviumException failure = assertThrows(AlluviumException.class, () -> policy.judge(letter()));
        assertEquals(ErrorCode.DEAD_LETTER_RATE, failure.code());
        assertTrue(failure.getMessage().contains("more than 1.0 percent"), failure.getMessage());
    }

    @Test
    void aThousandAMinuteAreTooManyHoweverManyAreGood() {
        DeadLetterPolicy policy = new DeadLetterPolicy(options, () -> nowMicros);
        policy.rowsRead(10_000_000);
        for (int minute = 0; minute < 3; minute++) {
            policy.rowsRead(10_000_000);
            for (int i = 0; i < 1000; i++) {
                policy.judge(letter());
            }
            nowMicros += 60_000_000;
        }
        for (int i = 0; i < 1000; i++) {
            policy.rowsRead(1_000);
            policy.judge(letter());
        }
        AlluviumException failure = assertThrows(AlluviumException.class, () -> policy.judge(letter()));
        assertTrue(failure.getMessage().contains("more than 1000 a minute"), failure.getMessage());
    }

    @Test
    void aStrictJobStopsAtTheFirstSayingWhere() {
        DeadLetterPolicy policy = new DeadLetterPolicy(options.withStrict(true), () -> nowMicros);
        AlluviumException failure = assertThrows(AlluviumException.class, () -> policy.judge(letter()));
        assertEquals(ErrorCode.RECORD_INVALID, failure.code());
        assertTrue(failure.getMessage().contains("no number (in \"scan\" at orders:0:17)"), failure.getMessage());
    }

    private static DeadLetter letter() {
        AlluviumException error = new AlluviumException(ErrorCode.RECORD_INVALID, "no number");
        return new DeadLetter("scan", "orders:0:17", null, null, 1, error);
    }
}
