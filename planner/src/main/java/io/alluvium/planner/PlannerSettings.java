package io.alluvium.planner;

import java.time.ZoneId;

/**
 * What the session says about planning.
 *
 * @param zone {@code table.local-time-zone}
 */
public record PlannerSettings(ZoneId zone) {}
