package io.alluvium.server.output;

import io.alluvium.core.type.Schema;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The final rows of a SELECT. Values are as {@link io.alluvium.core.row.Column#value} gives them; a row that is there n times
 * stands n times.
 *
 * @param ordered the query orders its rows, and they stand in that order
 * @param zone where TIMESTAMP_LTZ values are shown
 */
public record Result(Schema schema, List<@Nullable Object[]> rows, boolean ordered, ZoneId zone) {}
