package io.alluvium.planner.physical;

import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The output of a plan node with what is known of it. Positions are in the node's schema.
 *
 * @param node id
 * @param columns for each column of the algebra, where it stands in the schema
 * @param rowTag column with the source row's tag, or -1 where not asked for or where a row has not exactly one source row
 * @param watermark column with the split's watermark before the row, or -1
 * @param insertOnly no row is taken away
 * @param uniqueKeys sets of columns of which two rows never have equal values; the empty set means one row at most
 * @param eventTimes columns that watermarks speak of
 * @param partitions column lists by which rows are spread over workers; the empty list means that all are at one worker
 * @param together column lists whose equal rows are at one worker too, though not at that of their hash: enough for a sink
 * @param twins sets of columns of which each decides the others: the bounds of a window
 * @param windowEnds window_end by window_start, for windows that end with the watermark
 * @param keyTexts fields of row_data that a column holds too, see FROM_CHANGELOG
 * @param rawEnvelope rows are elements of an unnested change envelope
 * @param judged a window has already left out the late rows: none that is here is late for another
 */
record Stream(
        String node,
        Schema schema,
        List<Integer> columns,
        int rowTag,
        int watermark,
        boolean insertOnly,
        Set<Set<Integer>> uniqueKeys,
        Set<Integer> eventTimes,
        Set<List<Integer>> partitions,
        Set<List<Integer>> together,
        Set<Set<Integer>> twins,
        Map<Integer, Integer> windowEnds,
        Map<String, Integer> keyTexts,
        boolean rawEnvelope,
        boolean judged) {
    static final int NONE = -1;

    Stream {
        columns = List.copyOf(columns);
    }

    /** A stream of which nothing is known but its columns. */
    static Stream plain(String node, Schema schema, boolean insertOnly) {
        return new Stream(
                node,
                schema,
                range(schema.size()),
                NONE,
                NONE,
                insertOnly,
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Map.of(),
                Map.of(),
                false,
                false);
    }

    static List<Integer> range(int size) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(i);
        }
        return all;
    }

    /** Where a column of the algebra stands. */
    int at(int column) {
        return columns.get(column);
    }

    List<Integer> at(Iterable<Integer> algebraColumns) {
        List<Integer> places = new ArrayList<>();
        algebraColumns.forEach(column -> places.add(columns.get(column)));
        return places;
    }

    /** True where each row says whether it is late for a window: by the watermark it carries, or because none is. */
    boolean knowsLateness() {
        return judged || watermark != NONE;
    }

    boolean isSingleWorker() {
        return partitions.contains(List.<Integer>of());
    }

    /** True where some key of the rows lies inside these columns. */
    boolean isUnique(Set<Integer> places) {
        return uniqueKeys.stream().anyMatch(places::containsAll);
    }

    /** True where the rows of equal values in these columns are at one worker. */
    boolean isPartitionedWithin(List<Integer> keys) {
        return partitions.stream().anyMatch(keys::containsAll);
    }

    /** True where the rows of equal values in these columns are at one worker, whichever it is. */
    boolean isTogetherWithin(List<Integer> keys) {
        return isPartitionedWithin(keys) || together.stream().anyMatch(keys::containsAll);
    }

    Stream with(String newNode, Schema newSchema, List<Integer> newColumns) {
        return changed(draft -> {
            draft.node = newNode;
            draft.schema = newSchema;
            draft.columns = newColumns;
        });
    }

    Stream withUniqueKeys(Set<Set<Integer>> keys) {
        return changed(draft -> draft.uniqueKeys = keys);
    }

    Stream withInsertOnly(boolean value) {
        return changed(draft -> draft.insertOnly = value);
    }

    Stream withHidden(int newRowTag, int newWatermark) {
        return changed(draft -> {
            draft.rowTag = newRowTag;
            draft.watermark = newWatermark;
        });
    }

    Stream withTimes(Set<Integer> times, Map<Integer, Integer> ends) {
        return changed(draft -> {
            draft.eventTimes = times;
            draft.windowEnds = ends;
        });
    }

    Stream withPartitions(Set<List<Integer>> lists) {
        return changed(draft -> {
            draft.partitions = lists;
            draft.together = Set.of();
        });
    }

    Stream withTogether(Set<List<Integer>> lists) {
        return changed(draft -> draft.together = lists);
    }

    Stream withTwins(Set<Set<Integer>> sets) {
        return changed(draft -> draft.twins = sets);
    }

    Stream withKeyTexts(Map<String, Integer> texts) {
        return changed(draft -> draft.keyTexts = texts);
    }

    Stream withRawEnvelope(boolean value) {
        return changed(draft -> draft.rawEnvelope = value);
    }

    Stream withJudged(boolean value) {
        return changed(draft -> draft.judged = value);
    }

    private Stream changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.stream();
    }

    /** A stream being changed. */
    private static final class Draft {
        private String node;
        private Schema schema;
        private List<Integer> columns;
        private int rowTag;
        private int watermark;
        private boolean insertOnly;
        private Set<Set<Integer>> uniqueKeys;
        private Set<Integer> eventTimes;
        private Set<List<Integer>> partitions;
        private Set<List<Integer>> together;
        private Set<Set<Integer>> twins;
        private Map<Integer, Integer> windowEnds;
        private Map<String, Integer> keyTexts;
        private boolean rawEnvelope;
        private boolean judged;

        Draft(Stream from) {
            node = from.node;
            schema = from.schema;
            columns = from.columns;
            rowTag = from.rowTag;
            watermark = from.watermark;
            insertOnly = from.insertOnly;
            uniqueKeys = from.uniqueKeys;
            eventTimes = from.eventTimes;
            partitions = from.partitions;
            together = from.together;
            twins = from.twins;
            windowEnds = from.windowEnds;
            keyTexts = from.keyTexts;
            rawEnvelope = from.rawEnvelope;
            judged = from.judged;
        }

        Stream stream() {
            return new Stream(
                    node,
                    schema,
                    columns,
                    rowTag,
                    watermark,
                    insertOnly,
                    uniqueKeys,
                    eventTimes,
                    partitions,
                    together,
                    twins,
                    windowEnds,
                    keyTexts,
                    rawEnvelope,
                    judged);
        }
    }

    /** What stays known when columns move; {@code to} gives the new place or {@link #NONE}. */
    Stream moved(String newNode, Schema newSchema, List<Integer> newColumns, IntUnaryOperator to) {
        Set<Integer> times = new LinkedHashSet<>();
        eventTimes.forEach(time -> add(times, to.applyAsInt(time)));
        Map<Integer, Integer> ends = new LinkedHashMap<>();
        windowEnds.forEach((start, end) -> {
            if (to.applyAsInt(end) != NONE) {
                ends.put(to.applyAsInt(start), to.applyAsInt(end));
            }
        });
        return new Stream(
                newNode,
                newSchema,
                newColumns,
                rowTag == NONE ? NONE : to.applyAsInt(rowTag),
                watermark == NONE ? NONE : to.applyAsInt(watermark),
                insertOnly,
                movedKeys(to),
                times,
                movedLists(partitions, to),
                movedLists(together, to),
                movedTwins(to),
                ends,
                Map.of(),
                rawEnvelope,
                judged);
    }

    /** The lists of which all columns are still there. */
    static Set<List<Integer>> movedLists(Set<List<Integer>> lists, IntUnaryOperator to) {
        Set<List<Integer>> moved = new LinkedHashSet<>();
        for (List<Integer> list : lists) {
            List<Integer> places = movedAll(list, to);
            if (places != null) {
                moved.add(places);
            }
        }
        return moved;
    }

    private Set<Set<Integer>> movedTwins(IntUnaryOperator to) {
        Set<Set<Integer>> sets = new LinkedHashSet<>();
        for (Set<Integer> set : twins) {
            Set<Integer> places = new LinkedHashSet<>();
            set.forEach(column -> add(places, to.applyAsInt(column)));
            if (places.size() > 1) {
                sets.add(places);
            }
        }
        return sets;
    }

    /** The unique keys when columns move. */
    Set<Set<Integer>> movedKeys(IntUnaryOperator to) {
        Set<Set<Integer>> keys = new LinkedHashSet<>();
        for (Set<Integer> key : uniqueKeys) {
            List<Integer> places = movedAll(key, to);
            if (places != null) {
                keys.add(new LinkedHashSet<>(places));
            }
        }
        return keys;
    }

    private static void add(Set<Integer> places, int place) {
        if (place != NONE) {
            places.add(place);
        }
    }

    private static @Nullable List<Integer> movedAll(Iterable<Integer> places, IntUnaryOperator to) {
        List<Integer> moved = new ArrayList<>();
        for (int place : places) {
            int now = to.applyAsInt(place);
            if (now == NONE) {
                return null;
            }
            moved.add(now);
        }
        return moved;
    }
}
