package io.alluvium.connector.kafka;

import io.alluvium.core.connector.Options;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Where reading starts and ends by the table's options, as offsets. */
final class ScanBounds {
    private static final Pattern OFFSET = Pattern.compile("\\s*partition:(\\d{1,9})\\s*,\\s*offset:(\\d{1,18})\\s*");

    private final String table;
    private final String start;
    private final @Nullable Long startMillis;
    private final Map<Integer, Long> startOffsets;
    private final String end;
    private final @Nullable Long endMillis;
    private final Map<Integer, Long> endOffsets;
    private final @Nullable String group;
    private final String reset;

    /** @param upsert reads all of a topic, since the last row of each key counts */
    ScanBounds(TableContext context, KafkaClients clients, boolean upsert) {
        Options options = context.options();
        this.table = context.table().name();
        this.start = upsert ? "earliest-offset" : options.text(KafkaOptions.STARTUP);
        this.end = options.text(KafkaOptions.BOUNDED);
        this.startMillis = upsert ? null : millis(options, start, KafkaOptions.STARTUP, KafkaOptions.STARTUP_MILLIS);
        this.startOffsets =
                upsert ? Map.of() : specific(options, start, KafkaOptions.STARTUP, KafkaOptions.STARTUP_OFFSETS);
        this.endMillis = millis(options, end, KafkaOptions.BOUNDED, KafkaOptions.BOUNDED_MILLIS);
        this.endOffsets = specific(options, end, KafkaOptions.BOUNDED, KafkaOptions.BOUNDED_OFFSETS);
        String named = clients.property("group.id", "");
        this.group = named.isEmpty() ? null : named;
        this.reset = clients.property("auto.offset.reset", "earliest").toLowerCase(Locale.ROOT);
        if (end.equals("group-offsets") && group == null) {
            throw missing(KafkaOptions.GROUP, KafkaOptions.BOUNDED, end);
        }
    }

    boolean bounded() {
        return !end.equals("unbounded");
    }

    /** Start offsets of partitions that are there when a job starts anew. */
    Map<TopicPartition, Long> starts(Topics topics, Collection<TopicPartition> partitions) {
        return switch (start) {
            case "earliest-offset" -> topics.offsets(partitions, OffsetSpec.earliest());
            case "latest-offset" -> topics.offsets(partitions, OffsetSpec.latest());
            case "timestamp" -> topics.offsetsAt(partitions, startMillis == null ? 0 : startMillis);
            case "specific-offsets" -> overlaid(topics, partitions, byPartition(partitions, startOffsets));
            case "group-offsets" -> overlaid(topics, partitions, group == null ? Map.of() : topics.committed(group));
            default -> throw AlluviumException.internal("start mode " + start);
        };
    }

    /** End offsets as of now; {@link Long#MAX_VALUE} where reading does not end. */
    Map<TopicPartition, Long> stops(Topics topics, Collection<TopicPartition> partitions) {
        return switch (end) {
            case "unbounded" -> all(partitions, Long.MAX_VALUE);
            case "latest-offset" -> topics.offsets(partitions, OffsetSpec.latest());
            case "timestamp" -> topics.offsetsAt(partitions, endMillis == null ? 0 : endMillis);
            case "specific-offsets" -> capped(topics, partitions, byPartition(partitions, endOffsets));
            case "group-offsets" -> capped(topics, partitions, topics.committed(group == null ? "" : group));
            default -> throw AlluviumException.internal("end mode " + end);
        };
    }

    /** Given offsets; elsewhere what {@code auto.offset.reset} says. */
    private Map<TopicPartition, Long> overlaid(
            Topics topics, Collection<TopicPartition> partitions, Map<TopicPartition, Long> given) {
        Map<TopicPartition, Long> offsets =
                switch (reset) {
                    case "latest" -> topics.offsets(partitions, OffsetSpec.latest());
                    case "none" -> {
                        for (TopicPartition partition : partitions) {
                            if (!given.containsKey(partition)) {
                                throw new AlluviumException(
                                        ErrorCode.OPTION_INVALID,
                                        "partition " + partition + " of table \"" + table
                                                + "\" has no start offset, and"
                                                + " properties.auto.offset.reset is none",
                                        "give the offset, or choose earliest or latest");
                            }
                        }
                        yield new HashMap<>();
                    }
                    default -> topics.offsets(partitions, OffsetSpec.earliest());
                };
        partitions.forEach(partition -> {
            Long offset = given.get(partition);
            if (offset != null) {
                offsets.put(partition, offset);
            }
        });
        return offsets;
    }

    /** Given ends; partitions without one are not read at all, and no end lies behind what is there. */
    private static Map<TopicPartition, Long> capped(
            Topics topics, Collection<TopicPartition> partitions, Map<TopicPartition, Long> given) {
        Map<TopicPartition, Long> latest = topics.offsets(partitions, OffsetSpec.latest());
        latest.replaceAll((partition, end) -> Math.min(end, given.getOrDefault(partition, 0L)));
        return latest;
    }

    private static Map<TopicPartition, Long> all(Collection<TopicPartition> partitions, long offset) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, offset));
        return offsets;
    }

    private static Map<TopicPartition, Long> byPartition(
            Collection<TopicPartition> partitions, Map<Integer, Long> offsets) {
        Map<TopicPartition, Long> found = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Long offset = offsets.get(partition.partition());
            if (offset != null) {
                found.put(partition, offset);
            }
        }
        return found;
    }

    private @Nullable Long millis(Options options, String mode, String modeOption, String option) {
        if (!mode.equals("timestamp")) {
            return null;
        }
        if (!options.has(option)) {
            throw missing(option, modeOption, mode);
        }
        return options.integer(option);
    }

    private Map<Integer, Long> specific(Options options, String mode, String modeOption, String option) {
        if (!mode.equals("specific-offsets")) {
            return Map.of();
        }
        if (!options.has(option)) {
            throw missing(option, modeOption, mode);
        }
        Map<Integer, Long> offsets = new TreeMap<>();
        for (String part : options.text(option).split(";", -1)) {
            Matcher matcher = OFFSET.matcher(part);
            if (!matcher.matches()) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "option \"" + option + "\" of table \"" + table + "\" is \"" + options.text(option) + "\"",
                        "write partition:0,offset:42;partition:1,offset:300");
            }
            offsets.put(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
        }
        return offsets;
    }

    private AlluviumException missing(String option, String modeOption, String mode) {
        return new AlluviumException(
                ErrorCode.OPTION_MISSING,
                "option \"" + option + "\" is missing for table \"" + table + "\", whose " + modeOption + " is " + mode,
                "add '" + option + "' = '..'");
    }
}
