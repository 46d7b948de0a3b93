package io.alluvium.core.operator;

import io.alluvium.core.error.AlluviumException;
import org.jspecify.annotations.Nullable;

/**
 * A record or row that could not be processed.
 *
 * @param node id of the plan node, and so the table it came from or the step that failed
 * @param position where it stands in its source ({@code file:part-0000.json:120} or {@code topic:partition:offset}), or the row
 *     as text where it has no one position
 * @param rowTag tag of the row, or null
 * @param raw the record as it was read, or null where it was a row inside the job
 * @param weight signed: a failed removal counts against its addition
 * @param error code, field and value
 */
public record DeadLetter(
        String node,
        String position,
        byte @Nullable [] rowTag,
        byte @Nullable [] raw,
        long weight,
        AlluviumException error) {}
