package io.alluvium.runtime.simulation;

/** The process dies. An error, so that no code takes it for a failure it could handle. */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    public SimulatedCrash(String moment) {
        super(moment, null, false, false);
    }
}
