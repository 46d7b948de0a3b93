package io.alluvium.layers;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What holds for one layer.
 *
 * @param layer its name in capitals
 * @param mayRead layers that jobs writing into it may read
 * @param mayReadWithWarning layers it may read, but should not
 * @param namePattern regular expression for names of tables, or null for any
 * @param requires words out of {@code primary-key}, {@code watermark}, {@code comment}
 * @param connectors allowed connectors, empty for any
 */
public record LayerRule(
        String layer,
        List<String> mayRead,
        List<String> mayReadWithWarning,
        @Nullable String namePattern,
        Set<String> requires,
        Set<String> connectors) {
    public LayerRule {
        mayRead = List.copyOf(mayRead);
        mayReadWithWarning = List.copyOf(mayReadWithWarning);
        requires = Set.copyOf(requires);
        connectors = Set.copyOf(connectors);
    }

    /** An allowed edge against the rules. */
    public record Waiver(String from, String to, String reason, LocalDate until) {}
}
