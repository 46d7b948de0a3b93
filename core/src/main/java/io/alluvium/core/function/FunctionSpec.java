package io.alluvium.core.function;

import java.util.List;

/** What the planner knows of a function: its overloads, in the order they are tried. */
public record FunctionSpec(
        String name, List<Signature> signatures, boolean deterministic, String says, List<String> examples) {
    public FunctionSpec {
        signatures = List.copyOf(signatures);
        examples = List.copyOf(examples);
    }
}
