package io.alluvium.layers;

import io.alluvium.layers.LayerRule.Waiver;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The layers of a warehouse and their rules, as data. */
public record LayerModel(Map<String, LayerRule> rules, List<Waiver> waivers) {
    public LayerModel {
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
        waivers = List.copyOf(waivers);
    }

    /** ODS, DIM, DWD, DWS, APP with the edges that real-time warehouses keep. */
    public static LayerModel standard() {
        Map<String, LayerRule> rules = new LinkedHashMap<>();
        add(rules, "ODS", List.of(), List.of());
        add(rules, "DIM", List.of("ODS", "DWD", "DIM"), List.of());
        add(rules, "DWD", List.of("ODS", "DIM", "DWD"), List.of());
        add(rules, "DWS", List.of("DWD", "DIM", "DWS"), List.of());
        add(rules, "APP", List.of("DWS", "DIM", "APP"), List.of("DWD"));
        return new LayerModel(rules, List.of());
    }

    public Optional<LayerRule> rule(String layer) {
        return Optional.ofNullable(rules.get(layer));
    }

    private static void add(Map<String, LayerRule> rules, String layer, List<String> reads, List<String> warned) {
        rules.put(layer, new LayerRule(layer, reads, warned, null, Set.of(), Set.of()));
    }
}
