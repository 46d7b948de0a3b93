package io.alluvium.layers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code warehouse.yaml}: the warehouse's name, its layers' rules, and settings for all its sessions.
 *
 * <pre>
 * name: mall
 * settings: {table.local-time-zone: Asia/Shanghai}
 * layers:
 *   DWS: {reads: [DWD, DIM, DWS], warns: [], names: 'dws_.*', requires: [primary-key], connectors: [filesystem]}
 * waivers:
 *   - {from: ODS, to: DWS, reason: 'migration', until: 2027-01-31}
 * </pre>
 */
public record WarehouseFile(String name, LayerModel layers, Map<String, String> settings) {
    /** Name of the file in the warehouse folder. */
    public static final String FILE_NAME = "warehouse.yaml";

    private static final Set<String> TOP_KEYS = Set.of("name", "settings", "layers", "waivers");
    private static final Set<String> LAYER_KEYS = Set.of("reads", "warns", "names", "requires", "connectors");
    private static final Set<String> WAIVER_KEYS = Set.of("from", "to", "reason", "until");
    private static final Set<String> REQUIREMENTS = Set.of("primary-key", "watermark", "comment");

    /** @throws AlluviumException OPTION_UNKNOWN, OPTION_INVALID or FILE_NOT_FOUND */
    public static WarehouseFile read(Path folder) {
        Path file = folder.resolve(FILE_NAME);
        try {
            JsonNode root = new YAMLMapper().readTree(Files.readString(file));
            return root == null || root.isMissingNode() || root.isNull()
                    ? new WarehouseFile(folderName(folder), LayerModel.standard(), Map.of())
                    : read(folder, file, root);
        } catch (JsonProcessingException e) {
            SourcePosition where = new SourcePosition(
                    file.toString(),
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr()),
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getColumnNr()),
                    1,
                    1,
                    null);
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, where, "not readable as YAML: " + e.getOriginalMessage(), null, e);
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND, "cannot read " + file + ": " + e.getMessage(), null, e);
        }
    }

    private static WarehouseFile read(Path folder, Path file, JsonNode root) {
        onlyKeys(file, "warehouse", root, TOP_KEYS);
        String name = root.path("name").asText(folderName(folder));
        Map<String, String> settings = new LinkedHashMap<>();
        root.path("settings")
                .fields()
                .forEachRemaining(
                        entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        Map<String, LayerRule> rules = new LinkedHashMap<>(LayerModel.standard().rules());
        root.path("layers").fields().forEachRemaining(entry -> {
            String layer = entry.getKey().toUpperCase(Locale.ROOT);
            rules.put(layer, layerRule(file, layer, entry.getValue(), rules.get(layer)));
        });
        List<LayerRule.Waiver> waivers = new ArrayList<>();
        root.path("waivers").forEach(waiver -> waivers.add(waiver(file, waiver)));
        return new WarehouseFile(name, new LayerModel(rules, waivers), Map.copyOf(settings));
    }

    private static LayerRule layerRule(Path file, String layer, JsonNode node, @Nullable LayerRule standard) {
        onlyKeys(file, "layer " + layer, node, LAYER_KEYS);
        Set<String> requires = new LinkedHashSet<>(words(node.path("requires")));
        for (String word : requires) {
            if (!REQUIREMENTS.contains(word)) {
                throw unknown(file, "requirement of layer " + layer, word, REQUIREMENTS);
            }
        }
        return new LayerRule(
                layer,
                node.has("reads") || standard == null ? upper(node.path("reads")) : standard.mayRead(),
                node.has("warns") || standard == null ? upper(node.path("warns")) : standard.mayReadWithWarning(),
                node.hasNonNull("names") ? node.path("names").asText() : null,
                requires,
                new LinkedHashSet<>(words(node.path("connectors"))));
    }

    private static LayerRule.Waiver waiver(Path file, JsonNode node) {
        onlyKeys(file, "waiver", node, WAIVER_KEYS);
        for (String key : List.of("from", "to", "reason", "until")) {
            if (node.path(key).asText().isBlank()) {
                throw new AlluviumException(
                        ErrorCode.OPTION_MISSING,
                        "a waiver in " + file + " has no \"" + key + "\"",
                        "write {from: ODS, to: DWS, reason: 'why', until: 2027-01-31}");
            }
        }
        String until = node.path("until").asText();
        try {
            return new LayerRule.Waiver(
                    node.path("from").asText().toUpperCase(Locale.ROOT),
                    node.path("to").asText().toUpperCase(Locale.ROOT),
                    node.path("reason").asText(),
                    LocalDate.parse(until));
        } catch (DateTimeParseException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "a waiver in " + file + " ends at \"" + until + "\"",
                    "write a date such as 2027-01-31",
                    e);
        }
    }

    private static List<String> words(JsonNode node) {
        List<String> words = new ArrayList<>();
        node.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static List<String> upper(JsonNode node) {
        return words(node).stream().map(word -> word.toUpperCase(Locale.ROOT)).toList();
    }

    private static void onlyKeys(Path file, String owner, JsonNode node, Set<String> known) {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                throw unknown(file, "key of " + owner, key, known);
            }
        });
    }

    private static AlluviumException unknown(Path file, String what, String word, Set<String> known) {
        String hint = Suggestion.didYouMean(word, known);
        return new AlluviumException(
                ErrorCode.OPTION_UNKNOWN,
                "unknown " + what + " in " + file + ": \"" + word + "\"",
                hint != null
                        ? hint
                        : "known are "
                                + String.join(", ", known.stream().sorted().toList()));
    }

    private static String folderName(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return name == null ? "warehouse" : name.toString();
    }
}
