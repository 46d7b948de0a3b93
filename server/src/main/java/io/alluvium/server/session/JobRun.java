package io.alluvium.server.session;

import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.runtime.engine.JobReport;

/** A job that has ended: what it was to do, and what it did. */
public record JobRun(PhysicalPlan plan, JobReport report) {}
