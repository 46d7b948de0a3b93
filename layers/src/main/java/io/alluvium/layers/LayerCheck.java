package io.alluvium.layers;

import io.alluvium.catalog.Catalog;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges tables and jobs by the rules of their layers. Tables outside the layers are free. */
public final class LayerCheck {
    private final LayerModel model;
    private final Catalog catalog;

    public LayerCheck(LayerModel model, Catalog catalog) {
        this.model = model;
        this.catalog = catalog;
    }

    /**
     * Judges the edges of one INSERT.
     *
     * @param sources the tables it reads, views resolved
     * @param today decides which waivers still hold
     * @return warnings, one sentence each
     * @throws AlluviumException LAYER_EDGE_FORBIDDEN naming both tables, the edge, the rule and the way out
     */
    public List<String> checkEdges(
            TablePath target, Collection<TablePath> sources, LocalDate today, @Nullable SourcePosition position) {
        List<String> warnings = new ArrayList<>();
        String to = layerOf(target);
        if (to == null) {
            return warnings;
        }
        LayerRule rule = model.rule(to).orElse(null);
        if (rule == null) {
            return warnings;
        }
        for (TablePath source : sources) {
            String from = layerOf(source);
            if (from == null || rule.mayRead().contains(from)) {
                continue;
            }
            String edge = from + " -> " + to;
            if (rule.mayReadWithWarning().contains(from)) {
                warnings.add("\"" + target + "\" reads \"" + source + "\": the edge " + edge
                        + " is allowed but skips a layer");
                continue;
            }
            String waiver = waiver(from, to, today);
            if (waiver != null) {
                warnings.add("\"" + target + "\" reads \"" + source + "\" by a waiver: " + waiver);
                continue;
            }
            throw new AlluviumException(
                    ErrorCode.LAYER_EDGE_FORBIDDEN,
                    position,
                    "table \"" + target + "\" may not read table \"" + source + "\": the edge " + edge
                            + " is not allowed, " + rule(rule),
                    wayOut(from, rule),
                    null);
        }
        return warnings;
    }

    /** @throws AlluviumException LAYER_RULE_BROKEN naming the table, the rule and the way out */
    public void checkTable(TableDefinition table, @Nullable SourcePosition position) {
        String layer = layerOf(table.path());
        LayerRule rule = layer == null ? null : model.rule(layer).orElse(null);
        if (rule == null) {
            return;
        }
        String name = table.path().name();
        String pattern = rule.namePattern();
        if (pattern != null && !name.matches(pattern)) {
            throw broken(table, position, "its name does not match \"" + pattern + "\"", "rename the table");
        }
        if (rule.requires().contains("primary-key") && table.primaryKey().isEmpty()) {
            throw broken(table, position, "it has no primary key", "add PRIMARY KEY (..) NOT ENFORCED");
        }
        if (rule.requires().contains("watermark") && table.watermark() == null) {
            throw broken(table, position, "it has no watermark", "add WATERMARK FOR .. AS ..");
        }
        if (rule.requires().contains("comment") && table.comment() == null) {
            throw broken(table, position, "it has no comment", "add COMMENT '..'");
        }
        String connector = table.connector();
        if (connector != null
                && !rule.connectors().isEmpty()
                && !rule.connectors().contains(connector)) {
            throw broken(
                    table,
                    position,
                    "the connector \"" + connector + "\" is not among "
                            + String.join(
                                    ", ", rule.connectors().stream().sorted().toList()),
                    "use one of these, or change the layer's connectors in warehouse.yaml");
        }
    }

    /** The layer of a table's database, or null outside the layers. */
    public @Nullable String layerOf(TablePath path) {
        return catalog.database(path.database()).map(DatabaseDefinition::layer).orElse(null);
    }

    private @Nullable String waiver(String from, String to, LocalDate today) {
        for (LayerRule.Waiver waiver : model.waivers()) {
            if (waiver.from().equals(from) && waiver.to().equals(to) && !today.isAfter(waiver.until())) {
                return waiver.reason() + " (until " + waiver.until() + ")";
            }
        }
        return null;
    }

    private static String rule(LayerRule rule) {
        List<String> all = new ArrayList<>(rule.mayRead());
        all.addAll(rule.mayReadWithWarning());
        return rule.layer() + " reads " + (all.isEmpty() ? "sources only" : String.join(", ", all));
    }

    private static String wayOut(String from, LayerRule rule) {
        if (rule.mayRead().isEmpty()) {
            return "write \"" + rule.layer() + "\" tables from sources outside the layers";
        }
        return "write the data of \"" + from + "\" into a table of " + String.join(" or ", rule.mayRead())
                + " first, or add a waiver with a reason and an end date to warehouse.yaml";
    }

    private static AlluviumException broken(
            TableDefinition table, @Nullable SourcePosition position, String problem, String hint) {
        return new AlluviumException(
                ErrorCode.LAYER_RULE_BROKEN,
                position,
                "table \"" + table.path() + "\" breaks a rule of its layer: " + problem,
                hint,
                null);
    }
}
