package io.alluvium.runtime.simulation;

/** Where a simulated process dies: a hook before and after everything that another process could see. */
@FunctionalInterface
public interface Faults {
    Faults NONE = moment -> {};

    /** @throws SimulatedCrash when the process dies here */
    void at(String moment);
}
