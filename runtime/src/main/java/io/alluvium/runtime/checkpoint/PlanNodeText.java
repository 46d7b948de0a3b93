package io.alluvium.runtime.checkpoint;

import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.TableOptions;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.expression.Expression;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.plan.PlanNode.AggregateCall;
import io.alluvium.core.plan.PlanNode.NameFilter;
import io.alluvium.core.plan.PlanNode.SortKey;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a node means for results and state, as a text that stays the same from version to version: it is stored, as a digest, in
 * checkpoints. It does not say what a node is called in memory, where it was written, how it is shown to people, or which options
 * only tune a connector or say who connects.
 *
 * <p>A component that a later version adds to a node is written only where it differs from what all plans before it meant.
 */
final class PlanNodeText {
    private final Function<String, List<OptionSpec>> options;
    private final StringBuilder text = new StringBuilder();

    private PlanNodeText(Function<String, List<OptionSpec>> options) {
        this.options = options;
    }

    /** @param options what a connector declares, by its name */
    static String of(PlanNode node, Function<String, List<OptionSpec>> options) {
        PlanNodeText text = new PlanNodeText(options);
        text.node(node);
        return text.text.toString();
    }

    private void node(PlanNode node) {
        if (node instanceof PlanNode.Scan scan) {
            scan(scan);
        } else if (node instanceof PlanNode.Values values) {
            start("values", node).list("rows", values.rows(), row -> list(row, PlanNodeText::expression));
        } else if (node instanceof PlanNode.Calc calc) {
            start("calc", node)
                    .add("condition", optional(calc.condition(), PlanNodeText::expression))
                    .list("projections", calc.projections(), PlanNodeText::expression);
        } else if (node instanceof PlanNode.Exchange exchange) {
            start("exchange", node).add("keys", exchange.keys());
        } else if (node instanceof PlanNode.Union) {
            start("union", node);
        } else if (node instanceof PlanNode.Unnest unnest) {
            start("unnest", node)
                    .add("collection", expression(unnest.collection()))
                    .add("ordinality", unnest.withOrdinality())
                    .add("outer", unnest.outer());
        } else if (node instanceof PlanNode.FromChangelog changelog) {
            changelog(changelog);
        } else if (node instanceof PlanNode.Normalize normalize) {
            start("normalize", node).add("keys", normalize.keys());
        } else if (node instanceof PlanNode.Remember remember) {
            start("remember", node).list("expressions", remember.expressions(), PlanNodeText::expression);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            aggregate(aggregate);
        } else if (node instanceof PlanNode.WindowAssign assign) {
            start("window", node)
                    .add("time", assign.timeColumn())
                    .add("kind", assign.window().kind().name())
                    .add("size", assign.window().sizeMicros())
                    .add("slide", assign.window().slideMicros())
                    .add("offset", assign.window().offsetMicros())
                    .add("watermark", assign.watermarkColumn());
        } else if (node instanceof PlanNode.Join join) {
            join(join);
        } else if (node instanceof PlanNode.Rank rank) {
            start("rank", node)
                    .add("partition", rank.partition())
                    .list("order", rank.order(), PlanNodeText::sortKey)
                    .add("from", rank.from())
                    .add("to", rank.to())
                    .add("number", rank.withNumber())
                    .add("insertOnly", rank.insertOnly());
        } else if (node instanceof PlanNode.Lookup lookup) {
            lookup(lookup);
        } else if (node instanceof PlanNode.Sink sink) {
            start("sink", node).table(sink.table()).add("keys", sink.keys()).add("insertOnly", sink.insertOnly());
        } else if (node instanceof PlanNode.Collect) {
            start("collect", node);
        } else {
            throw new AssertionError(node);
        }
        list("types", node.schema().fields(), field -> type(field.type()));
    }

    private void scan(PlanNode.Scan scan) {
        start("scan", scan)
                .table(scan.table())
                .list("columns", scan.physicalColumns(), PlanNodeText::quoted)
                .list("metadata", scan.metadataKeys(), PlanNodeText::quoted)
                .list("computed", scan.computed(), PlanNodeText::expression);
        PlanNode.Watermark watermark = scan.watermark();
        if (watermark != null) {
            add("time", watermark.timeColumn())
                    .add("watermark", expression(watermark.expression()))
                    .add("idle", 0); // how long a split may be quiet only tunes: state outlives its change
        }
        add("withWatermark", scan.withWatermarkColumn()).add("insertOnly", scan.insertOnly());
    }

    private void changelog(PlanNode.FromChangelog changelog) {
        start("changelog", changelog)
                .add("operation", changelog.operation())
                .add("data", changelog.data())
                .add("old", changelog.old())
                .add("database", optional(changelog.database(), PlanNodeText::nameFilter))
                .add("table", optional(changelog.table(), PlanNodeText::nameFilter))
                .add("keep", changelog.keep());
    }

    private void aggregate(PlanNode.Aggregate aggregate) {
        start("aggregate", aggregate)
                .add("keys", aggregate.keys())
                .list("calls", aggregate.calls(), PlanNodeText::call)
                .add("insertOnly", aggregate.insertOnly());
        PlanNode.GroupWindow window = aggregate.window();
        if (window != null) {
            add("end", window.endColumn()).add("finalOnly", window.finalOnly()).add("dropState", window.dropState());
        }
    }

    private void join(PlanNode.Join join) {
        start("join", join)
                .add("kind", join.kind().name())
                .add("left", join.leftKeys())
                .add("right", join.rightKeys())
                .add("nullSafe", join.nullSafe())
                .add("residual", optional(join.residual(), PlanNodeText::expression))
                .add("leftInsertOnly", join.leftInsertOnly())
                .add("rightInsertOnly", join.rightInsertOnly());
    }

    private void lookup(PlanNode.Lookup lookup) {
        start("lookup", lookup)
                .table(lookup.table())
                .add("input", lookup.inputKeys())
                .list("keys", lookup.lookupKeys(), PlanNodeText::quoted)
                .list("columns", lookup.lookupColumns(), PlanNodeText::quoted)
                .add("outer", lookup.outer())
                .add("residual", optional(lookup.residual(), PlanNodeText::expression));
    }

    private PlanNodeText start(String kind, PlanNode node) {
        text.append(kind);
        return list("inputs", node.inputs(), PlanNodeText::quoted);
    }

    private PlanNodeText add(String name, Object value) {
        text.append(' ').append(name).append('=').append(value);
        return this;
    }

    private <T> PlanNodeText list(String name, List<T> values, Function<? super T, String> each) {
        return add(name, list(values, each));
    }

    private PlanNodeText table(TableSpec table) {
        add("table", quoted(table.name()))
                .add("connector", quoted(table.connector()))
                .add("schema", schema(table.schema()))
                .list("primaryKey", table.primaryKey(), PlanNodeText::quoted);
        List<OptionSpec> declared = new ArrayList<>(options.apply(table.connector()));
        declared.addAll(TableOptions.ofSources());
        for (Map.Entry<String, String> option : new TreeMap<>(table.options()).entrySet()) {
            if (declared.stream().noneMatch(spec -> spec.covers(option.getKey()) && (spec.tuning() || spec.secret()))) {
                add("option", quoted(option.getKey()) + ":" + quoted(option.getValue()));
            }
        }
        return this;
    }

    private static String schema(Schema schema) {
        return list(schema.fields(), field -> quoted(field.name()) + ":" + type(field.type()));
    }

    private static String call(AggregateCall call) {
        return call.function() + call.arguments() + (call.distinct() ? "distinct" : "") + "filter" + call.filter() + ":"
                + type(call.type());
    }

    private static String sortKey(SortKey key) {
        return key.column() + (key.descending() ? "-" : "+") + (key.nullsFirst() ? "first" : "last");
    }

    private static String nameFilter(NameFilter filter) {
        return filter.column() + ":" + quoted(filter.name());
    }

    private static String expression(Expression expression) {
        String type = ":" + type(expression.type());
        if (expression instanceof Expression.Column column) {
            return "$" + column.index() + type;
        }
        if (expression instanceof Expression.Literal literal) {
            return literal(literal.value()) + type;
        }
        if (expression instanceof Expression.Call call) {
            return quoted(call.function()) + list(call.operands(), PlanNodeText::expression) + type;
        }
        throw new AssertionError(expression);
    }

    private static String literal(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return "x" + HexFormat.of().formatHex(bytes);
        }
        return String.valueOf(value);
    }

    private static String type(DataType type) {
        return typeName(type) + (type.nullable() ? "" : "!");
    }

    private static String typeName(DataType type) {
        if (type instanceof DataType.Simple simple) {
            return simple.scalar().name();
        }
        if (type instanceof DataType.Decimal decimal) {
            return "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")";
        }
        if (type instanceof DataType.Text text) {
            return (text.fixed() ? "CHAR(" : "VARCHAR(") + text.length() + ")";
        }
        if (type instanceof DataType.Binary binary) {
            return (binary.fixed() ? "BINARY(" : "VARBINARY(") + binary.length() + ")";
        }
        if (type instanceof DataType.Temporal temporal) {
            return temporal.temporal().name() + "(" + temporal.precision() + ")";
        }
        if (type instanceof DataType.Array array) {
            return "ARRAY<" + type(array.element()) + ">";
        }
        if (type instanceof DataType.MapOf map) {
            return "MAP<" + type(map.key()) + "," + type(map.value()) + ">";
        }
        if (type instanceof DataType.Row row) {
            return "ROW" + list(row.fields(), field -> quoted(field.name()) + ":" + type(field.type()));
        }
        throw new AssertionError(type);
    }

    private static <T> String optional(@Nullable T value, Function<? super T, String> said) {
        return value == null ? "none" : said.apply(value);
    }

    private static <T> String list(List<T> values, Function<? super T, String> each) {
        return values.stream().map(each).toList().toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
