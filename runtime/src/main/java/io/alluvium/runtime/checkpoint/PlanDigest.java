package io.alluvium.runtime.checkpoint;

import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What a plan means, a node at a time, to tell whether state still belongs to it. */
public final class PlanDigest {
    private PlanDigest() {}

    /**
     * Node id to a digest of what the node means for results and state; a plan keeps its digests across versions.
     *
     * @param options what a connector declares, by its name: options that only tune it, and secrets, are no part of the meaning
     */
    public static Map<String, String> of(PhysicalPlan plan, Function<String, List<OptionSpec>> options) {
        Map<String, String> digests = new LinkedHashMap<>();
        for (PlanNode node : plan.nodes()) {
            digests.put(node.id(), digest(PlanNodeText.of(node, options)));
        }
        return digests;
    }

    /** @throws AlluviumException PLAN_CHANGED, naming the nodes that are new, gone or different */
    public static void check(String job, Map<String, String> stored, Map<String, String> now) {
        if (now.equals(stored)) {
            return;
        }
        List<String> differences = new ArrayList<>();
        new TreeMap<>(stored).forEach((node, digest) -> {
            String current = now.get(node);
            if (!digest.equals(current)) {
                differences.add(node + (current == null ? " (gone)" : " (changed)"));
            }
        });
        for (String node : now.keySet()) {
            if (!stored.containsKey(node)) {
                differences.add(node + " (new)");
            }
        }
        throw new AlluviumException(
                ErrorCode.PLAN_CHANGED,
                "the plan of job \"" + job + "\" differs from the one its state belongs to: "
                        + String.join(", ", differences),
                "undo the change, or start the job anew with --reset " + job);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
