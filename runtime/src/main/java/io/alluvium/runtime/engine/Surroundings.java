package io.alluvium.runtime.engine;

import io.alluvium.core.io.Clock;
import io.alluvium.core.io.DurableFiles;
import org.jspecify.annotations.Nullable;

/**
 * Everything outside of a job that it uses.
 *
 * @param files the job's own folder
 * @param durable false where the files end with the process; then a store may hold commits of earlier runs of the same name
 * @param collector takes the results of Collect nodes, or null where the plan has none
 * @param versions shared by the jobs of a warehouse
 */
public record Surroundings(
        Connectors connectors,
        OperatorCreation operators,
        ScanFunctions scanFunctions,
        Clock clock,
        DurableFiles files,
        boolean durable,
        @Nullable Collector collector,
        CommitVersions versions) {}
