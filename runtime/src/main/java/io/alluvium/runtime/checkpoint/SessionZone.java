package io.alluvium.runtime.checkpoint;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The zone that a job's days and hours are told by. State belongs to it: what was added to a group of its day would be looked for
 * in another one when it is taken away.
 */
public final class SessionZone {
    private SessionZone() {}

    /**
     * Lets a zone pass that keeps the same time as the stored one, whatever it is called.
     *
     * @param stored of a manifest, null where it does not say
     * @throws AlluviumException ZONE_CHANGED, naming both
     */
    public static void check(String job, @Nullable String stored, ZoneId now) {
        if (stored == null || stored.equals(now.getId()) || keepsSameTime(stored, now)) {
            return;
        }
        throw new AlluviumException(
                ErrorCode.ZONE_CHANGED,
                "the state of job \"" + job + "\" was made in the time zone " + stored + ", but the session is in "
                        + now.getId(),
                "SET 'table.local-time-zone' = '" + stored + "', or start the job anew with --reset " + job);
    }

    private static boolean keepsSameTime(String stored, ZoneId now) {
        try {
            return ZoneId.of(stored).getRules().equals(now.getRules());
        } catch (DateTimeException unknownHere) {
            return false;
        }
    }
}
