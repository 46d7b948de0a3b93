package io.alluvium.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Seeded crashes at every moment of a checkpoint's life, 500 in the build ({@code -Dsimulation.crashes=5000} for more); and that
 * the simulation notices when any one sync, rename or fence is taken away.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulationTest {
    private static final int CRASHES = Integer.getInteger("simulation.crashes", 500);
    private static final int CRASHES_A_RUN = 10;
    private static final long FIRST_SEED = Long.getLong("simulation.seed", 1);

    @Test
    void everythingArrivesOnceWhereverTheProcessDies() {
        Map<CrashMoment, Integer> moments = new EnumMap<>(CrashMoment.class);
        for (int run = 0; run < CRASHES / CRASHES_A_RUN; run++) {
            Simulation simulation = new Simulation(FIRST_SEED + run, CRASHES_A_RUN, true, false);
            simulation.run();
            simulation.crashes().forEach((moment, count) -> moments.merge(moment, count, Integer::sum));
        }
        System.out.println("simulated crashes: " + moments);
        assertEquals(
                CRASHES, moments.values().stream().mapToInt(Integer::intValue).sum());
        for (CrashMoment moment : CrashMoment.values()) {
            assertTrue(moments.getOrDefault(moment, 0) >= CRASHES / 25, moment + " in " + moments);
        }
    }

    @Test
    void anOlderProcessThatDoesNotKnowItsEndIsFenced() {
        int fenced = 0;
        for (int run = 0; run < 60; run++) {
            Simulation simulation = new Simulation(FIRST_SEED + run, 4, true, true);
            simulation.run();
            fenced += simulation.fencedProcesses();
        }
        assertTrue(fenced >= 20, "only " + fenced + " older processes were fenced");
    }

    @Test
    void aStoreWithoutFenceIsNoticed() {
        assertNoticed("no fence", simulation -> {}, false);
    }

    /** One thing that durability depends on. */
    enum Mutation {
        STATE_FILE_SYNC(files -> files.files().ignoreSyncs(name -> name.startsWith("state/"), name -> false)),
        STATE_FOLDER_SYNC(files -> files.files().ignoreSyncs(name -> false, name -> name.equals("state"))),
        MERGED_FILE_SYNC(files -> files.files().ignoreSyncs(name -> name.contains("-base-"), name -> false)),
        MANIFEST_SYNC(files -> files.files().ignoreSyncs(name -> name.startsWith("manifests/"), name -> false)),
        MANIFEST_RENAME(files -> files.files().tearRenames(name -> name.startsWith("manifests/"))),
        ATTEMPT_RENAME(files -> files.files().tearRenames(name -> name.equals("attempt"))),
        MANIFEST_FOLDER_SYNC(files -> files.files().ignoreSyncs(name -> false, name -> name.equals("manifests"))),
        DEAD_LETTER_SYNC(files -> files.files().ignoreSyncs(name -> name.startsWith("dead-letters/"), name -> false)),
        DEAD_LETTER_FOLDER_SYNC(files -> files.files().ignoreSyncs(name -> false, name -> name.equals("dead-letters"))),
        ATTEMPT_SYNC(files -> files.files().ignoreSyncs(name -> name.startsWith("attempt"), name -> false)),
        ATTEMPT_FOLDER_SYNC(files -> files.files().ignoreSyncs(name -> false, String::isEmpty));

        private final Consumer<Simulation> apply;

        Mutation(Consumer<Simulation> apply) {
            this.apply = apply;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMissingSyncOrRenameIsNoticed(Mutation mutation) {
        assertNoticed(mutation.name(), mutation.apply, true);
    }

    private static void assertNoticed(String what, Consumer<Simulation> mutation, boolean storeFences) {
        for (int run = 0; run < 200; run++) {
            Simulation simulation = new Simulation(FIRST_SEED + run, CRASHES_A_RUN, storeFences, !storeFences);
            mutation.accept(simulation);
            try {
                simulation.run();
            } catch (AssertionError noticed) {
                System.out.println(what + " is noticed in run " + run + ": " + noticed.getMessage());
                return;
            }
        }
        throw new AssertionError("nobody notices that " + what + " is missing");
    }
}
