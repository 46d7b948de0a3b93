package io.alluvium.testkit.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One way to run a case.
 *
 * @param order how the inputs' rows interleave inside an epoch
 * @param batches how they are cut
 * @param restore what happens after each epoch
 * @param seed of the shuffle
 */
record RunMode(Order order, Batches batches, Restore restore, long seed) {

    enum Order {
        AS_WRITTEN,
        FIRST_INPUT_FIRST,
        LAST_INPUT_FIRST,
        BACKWARDS,
        SHUFFLED
    }

    enum Batches {
        OF_ONE,
        OF_ALL,
        /** Each batch of one is an epoch of its own. */
        AN_EPOCH_EACH
    }

    enum Restore {
        NEVER,
        EACH_EPOCH,
        /** At parallelism 1, 2, 3, 1, 2 .. */
        RESCALED
    }

    static List<RunMode> all(boolean epochsMayBeCut) {
        List<RunMode> modes = new ArrayList<>();
        for (Restore restore : Restore.values()) {
            for (Order order : Order.values()) {
                for (Batches batches : Batches.values()) {
                    if (batches != Batches.AN_EPOCH_EACH || epochsMayBeCut) {
                        modes.add(new RunMode(order, batches, restore, 7));
                        if (order == Order.SHUFFLED) {
                            modes.add(new RunMode(order, batches, restore, 11));
                        }
                    }
                }
            }
        }
        return modes;
    }

    /** The epoch's rows in this mode's order; with {@code ordered} the rows of one input keep theirs. */
    List<CaseScript.Row> arrange(List<CaseScript.Row> rows, boolean ordered) {
        List<CaseScript.Row> arranged = new ArrayList<>(rows);
        switch (order) {
            case AS_WRITTEN -> {}
            case FIRST_INPUT_FIRST -> arranged.sort((a, b) -> Integer.compare(a.input(), b.input()));
            case LAST_INPUT_FIRST -> arranged.sort((a, b) -> Integer.compare(b.input(), a.input()));
            case BACKWARDS -> Collections.reverse(arranged);
            case SHUFFLED -> Collections.shuffle(arranged, new Random(seed));
        }
        return ordered ? keepInputOrder(arranged, rows) : arranged;
    }

    /** Keeps which input comes at which place, but takes each input's rows in the order they were written. */
    private static List<CaseScript.Row> keepInputOrder(List<CaseScript.Row> arranged, List<CaseScript.Row> written) {
        List<CaseScript.Row> left = new ArrayList<>(written);
        List<CaseScript.Row> result = new ArrayList<>();
        for (CaseScript.Row place : arranged) {
            for (int i = 0; i < left.size(); i++) {
                if (left.get(i).input() == place.input()) {
                    result.add(left.remove(i));
                    break;
                }
            }
        }
        return result;
    }

    /** Parallelism after the n-th restore. */
    int parallelism(int restores) {
        return restore == Restore.RESCALED ? restores % 3 + 1 : 1;
    }
}
