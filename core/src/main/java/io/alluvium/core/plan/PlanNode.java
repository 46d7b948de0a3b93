package io.alluvium.core.plan;

import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link PhysicalPlan}. Every record is plain data and serializable; columns are positions from 0 in the input's
 * schema. Ids are stable across runs and unrelated edits (target table, role, keys, path of SQL names).
 */
public sealed interface PlanNode extends Serializable {

    String id();

    /** Ids of the inputs, in the order in which an operator counts them. */
    List<String> inputs();

    Schema schema();

    /**
     * Reads a table. Output: the physical columns asked for, then the metadata columns, then the computed columns, then, where
     * asked, hidden BIGINT columns.
     *
     * @param physicalColumns names of the table's physical columns the plan uses, in output order
     * @param metadataKeys the connector's or format's keys of the metadata columns, in output order
     * @param computed over physical and metadata columns (each may also use those before it)
     * @param watermark null where the table has none or nothing asks for it
     * @param withWatermarkColumn adds {@code $watermark} BIGINT NOT NULL: the split's watermark in microseconds just before the
     *     row, for deterministic lateness
     * @param insertOnly no row is ever taken away
     */
    record Scan(
            String id,
            TableSpec table,
            List<String> physicalColumns,
            List<String> metadataKeys,
            List<Expression> computed,
            @Nullable Watermark watermark,
            boolean withWatermarkColumn,
            boolean insertOnly,
            Schema schema)
            implements PlanNode {
        public Scan {
            physicalColumns = List.copyOf(physicalColumns);
            metadataKeys = List.copyOf(metadataKeys);
            computed = List.copyOf(computed);
        }

        @Override
        public List<String> inputs() {
            return List.of();
        }
    }

    /**
     * How a scan makes watermarks, a split at a time: the maximum so far of an expression over its rows (NULL and failures
     * promise nothing).
     *
     * @param timeColumn the event time, TIMESTAMP or TIMESTAMP_LTZ
     * @param expression the watermark in microseconds as a TIMESTAMP, over the scan's output columns
     * @param idleTimeoutMillis after so long without rows, read to its end, a split no longer holds others back; 0 for never
     */
    record Watermark(int timeColumn, Expression expression, long idleTimeoutMillis) implements Serializable {}

    /** Constant rows, all literals, emitted once. */
    record Values(String id, List<List<Expression.Literal>> rows, Schema schema) implements PlanNode {
        @Override
        public List<String> inputs() {
            return List.of();
        }
    }

    /** Filters, then projects. Linear: weights pass through. */
    record Calc(String id, String input, @Nullable Expression condition, List<Expression> projections, Schema schema)
            implements PlanNode {
        public Calc {
            projections = List.copyOf(projections);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /**
     * Computes once for each row what is not deterministic: the input's columns, then one column an expression. A row that appears
     * is evaluated in its epoch and keeps that answer until its weight is zero, so that its removal takes away what was given.
     * The input changes; equal rows are at one worker.
     */
    record Remember(String id, String input, List<Expression> expressions, Schema schema) implements PlanNode {
        public Remember {
            expressions = List.copyOf(expressions);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /** Sends each row to the worker that owns its key; without keys all rows go to one worker. */
    record Exchange(String id, String input, List<Integer> keys, Schema schema) implements PlanNode {
        public Exchange {
            keys = List.copyOf(keys);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /** UNION ALL; all inputs have the same column types. */
    record Union(String id, List<String> inputs, Schema schema) implements PlanNode {
        public Union {
            inputs = List.copyOf(inputs);
        }
    }

    /**
     * One output row for each element of a collection: the input's columns, then the element (a ROW's fields each as a column;
     * a MAP's key and value), then where asked the ordinality from 1 as INT. A scalar expression over the input gives the
     * collection.
     *
     * @param outer keeps an input row without elements, padded with NULL
     */
    record Unnest(String id, String input, Expression collection, boolean withOrdinality, boolean outer, Schema schema)
            implements PlanNode {
        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /**
     * Turns a raw change envelope into changes: one output row for each element of {@code data}, with the columns of
     * {@code keep} and then {@code row_data MAP<STRING, STRING>}. INSERT gives +1, DELETE -1, UPDATE -1 of the element
     * overlaid with the keys present in its {@code old} element (absent is not null) and then +1; other operations and other
     * databases and tables are skipped and counted. Input must be insert-only.
     *
     * @param operation column with the operation, text
     * @param data column of ARRAY&lt;MAP&lt;STRING, STRING&gt;&gt;
     * @param old column of the same type, or -1
     * @param database column and the wanted name, or null for any
     * @param table column and the wanted name, or null for any
     * @param keep further columns of the input, copied to each output row
     */
    record FromChangelog(
            String id,
            String input,
            int operation,
            int data,
            int old,
            @Nullable NameFilter database,
            @Nullable NameFilter table,
            List<Integer> keep,
            Schema schema)
            implements PlanNode {
        public FromChangelog {
            keep = List.copyOf(keep);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /** A text column that must hold exactly this name. */
    record NameFilter(int column, String name) implements Serializable {}

    /**
     * Makes a stream with possibly repeated changes consistent: remembers the last image of each key and emits the change to
     * it. Reads order: rows of an epoch as they come from one split. The input is exchanged by the keys.
     */
    record Normalize(String id, String input, List<Integer> keys, Schema schema) implements PlanNode {
        public Normalize {
            keys = List.copyOf(keys);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /**
     * GROUP BY. Output: the group keys, then one column a call. Without keys there is always exactly one row. The input is
     * exchanged by the keys, or by a part of them.
     *
     * @param insertOnly the input has no removals
     * @param window what bounds the groups by time, or null
     */
    record Aggregate(
            String id,
            String input,
            List<Integer> keys,
            List<AggregateCall> calls,
            boolean insertOnly,
            @Nullable GroupWindow window,
            Schema schema)
            implements PlanNode {
        public Aggregate {
            keys = List.copyOf(keys);
            calls = List.copyOf(calls);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /**
     * One aggregate function.
     *
     * @param function COUNT (no argument: rows), SUM, AVG, MIN, MAX, ...
     * @param arguments columns of the input
     * @param filter a BOOLEAN column that must be true, or -1
     * @param position where the user wrote it; not part of equality, nor of the text
     */
    record AggregateCall(
            String function,
            List<Integer> arguments,
            boolean distinct,
            int filter,
            DataType type,
            @Nullable SourcePosition position)
            implements Serializable {
        public AggregateCall {
            arguments = List.copyOf(arguments);
        }

        public AggregateCall(String function, List<Integer> arguments, boolean distinct, int filter, DataType type) {
            this(function, arguments, distinct, filter, type, null);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof AggregateCall that
                    && function.equals(that.function)
                    && arguments.equals(that.arguments)
                    && distinct == that.distinct
                    && filter == that.filter
                    && type.equals(that.type);
        }

        @Override
        public int hashCode() {
            return Objects.hash(function, arguments, distinct, filter, type);
        }

        @Override
        public String toString() {
            return "AggregateCall[function=" + function + ", arguments=" + arguments + ", distinct=" + distinct
                    + ", filter=" + filter + ", type=" + type + "]";
        }
    }

    /**
     * Groups that end: one of the keys is a window end.
     *
     * @param endColumn the input column (also one of the keys) with the window's end
     * @param finalOnly emit a group once, when the watermark passes its end; else the net change each epoch
     * @param dropState forget a group when the watermark passes its end (insert-only input)
     */
    record GroupWindow(int endColumn, boolean finalOnly, boolean dropState) implements Serializable {}

    /**
     * Assigns rows to windows [start, end): the input's columns, then window_start, window_end, window_time (end - 1 ms). A row
     * whose time is NULL is dropped and counted.
     *
     * @param watermarkColumn the hidden {@code $watermark} column to judge lateness by, or -1; a row is dropped and counted for
     *     a window whose end is not above it
     */
    record WindowAssign(String id, String input, int timeColumn, WindowSpec window, int watermarkColumn, Schema schema)
            implements PlanNode {
        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /**
     * A window function; all in microseconds.
     *
     * @param slideMicros equals the size for TUMBLE; the step for CUMULATE
     */
    record WindowSpec(WindowKind kind, long sizeMicros, long slideMicros, long offsetMicros) implements Serializable {}

    /** The window table functions. */
    enum WindowKind {
        TUMBLE,
        HOP,
        CUMULATE
    }

    /**
     * Joins on equal keys. Output: left columns, then right columns (SEMI and ANTI: left columns only). Both inputs are
     * exchanged by their keys.
     *
     * @param nullSafe for each key pair: NULL equals NULL (IS NOT DISTINCT FROM)
     * @param residual over left then right columns, or null
     */
    record Join(
            String id,
            String left,
            String right,
            JoinKind kind,
            List<Integer> leftKeys,
            List<Integer> rightKeys,
            List<Boolean> nullSafe,
            @Nullable Expression residual,
            boolean leftInsertOnly,
            boolean rightInsertOnly,
            Schema schema)
            implements PlanNode {
        public Join {
            leftKeys = List.copyOf(leftKeys);
            rightKeys = List.copyOf(rightKeys);
            nullSafe = List.copyOf(nullSafe);
        }

        @Override
        public List<String> inputs() {
            return List.of(left, right);
        }
    }

    /**
     * INNER, LEFT, RIGHT, FULL; SEMI (left rows with a match), ANTI (without; NULL keys never match), NULL_AWARE_ANTI (NOT IN:
     * one key pair, the rules of the standard for NULL on either side; its inputs are not exchanged by key but to one worker).
     */
    enum JoinKind {
        INNER,
        LEFT,
        RIGHT,
        FULL,
        SEMI,
        ANTI,
        NULL_AWARE_ANTI
    }

    /**
     * Keeps, in each partition, the rows whose ROW_NUMBER lies in [from, to]. Ties: {@code order} names all that decides, the
     * row's canonical bytes decide last. The input is exchanged by the partition keys.
     *
     * @param withNumber adds the number as a last BIGINT column
     * @param insertOnly the input has no removals, so only the best {@code to} rows need be kept
     */
    record Rank(
            String id,
            String input,
            List<Integer> partition,
            List<SortKey> order,
            long from,
            long to,
            boolean withNumber,
            boolean insertOnly,
            Schema schema)
            implements PlanNode {
        public Rank {
            partition = List.copyOf(partition);
            order = List.copyOf(order);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /** One item of an order. NULLs are first or last as said. */
    record SortKey(int column, boolean descending, boolean nullsFirst) implements Serializable {}

    /**
     * Looks rows up in another system. Output: the input's columns, then the looked-up columns. Asynchronous; each row keeps
     * the answer of its epoch.
     */
    record Lookup(
            String id,
            String input,
            TableSpec table,
            List<Integer> inputKeys,
            List<String> lookupKeys,
            List<String> lookupColumns,
            boolean outer,
            @Nullable Expression residual,
            Schema schema)
            implements PlanNode {
        public Lookup {
            inputKeys = List.copyOf(inputKeys);
            lookupKeys = List.copyOf(lookupKeys);
            lookupColumns = List.copyOf(lookupColumns);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /**
     * Writes the net changes of each commit into a table. The input has the table's physical columns in order, and is
     * exchanged by the keys where there are any.
     *
     * @param keys the primary key, or empty for an append-only target
     * @param insertOnly the input has no removals
     */
    record Sink(String id, String input, TableSpec table, List<Integer> keys, boolean insertOnly, Schema schema)
            implements PlanNode {
        public Sink {
            keys = List.copyOf(keys);
        }

        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }

    /** Hands the net changes of each epoch to whoever started the job: a SELECT, a test. */
    record Collect(String id, String input, Schema schema) implements PlanNode {
        @Override
        public List<String> inputs() {
            return List.of(input);
        }
    }
}
