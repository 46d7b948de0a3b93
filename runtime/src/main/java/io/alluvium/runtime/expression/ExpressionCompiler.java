package io.alluvium.runtime.expression;

import io.alluvium.core.expression.Expression;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns expressions into Java classes with one tight loop an output over the primitive arrays of a batch. Rows are computed one
 * by one inside a loop, so that CASE, AND, OR and COALESCE evaluate nothing that a row does not ask for.
 *
 * <p>What is open by the SQL standard: see {@link DoubleMath} for NaN; text is compared by code points, and where both sides are
 * CHAR without their trailing blanks (a CHAR value is held without padding; CHAR_LENGTH, LIKE and casts see it so).
 */
public final class ExpressionCompiler {
    private static final String NO_CONDITION = "return 0;\n";

    private ExpressionCompiler() {}

    /**
     * A filter and projection.
     *
     * @param condition a BOOLEAN expression, or null to keep all rows
     * @param output the names and types of the projections
     */
    public static CompiledCalc compile(
            Schema input, @Nullable Expression condition, List<Expression> projections, Schema output) {
        KernelSource source = new KernelSource(input);
        int[] outputs = new int[projections.size()];
        String text = write(source, condition, projections, output, outputs);
        return new CompiledCalc(kernel(text, source), condition != null, List.copyOf(projections), outputs, output);
    }

    /** The source that {@link #compile} compiles, for tests. */
    static String sourceOf(Schema input, @Nullable Expression condition, List<Expression> projections, Schema output) {
        return write(new KernelSource(input), condition, projections, output, new int[projections.size()]);
    }

    /** @param outputs set to the kernel's output of each projection, or -1 for a column or literal, which need no code */
    private static String write(
            KernelSource source,
            @Nullable Expression condition,
            List<Expression> projections,
            Schema output,
            int[] outputs) {
        ExpressionWriter writer = new ExpressionWriter(source);
        String select = condition == null ? NO_CONDITION : selectMethod(source, writer, condition);
        List<String> methods = new ArrayList<>();
        for (int i = 0; i < outputs.length; i++) {
            outputs[i] = -1;
            if (projections.get(i) instanceof Expression.Call call) {
                outputs[i] = methods.size();
                methods.add(projectMethod(source, writer, call, output.type(i)));
            }
        }
        return source.build(KernelCompiler.CLASS_NAME, select, methods);
    }

    /** A condition alone, for join residuals. */
    public static CompiledPredicate predicate(Schema input, Expression condition) {
        KernelSource source = new KernelSource(input);
        String select = selectMethod(source, new ExpressionWriter(source), condition);
        return new CompiledPredicate(kernel(source.build(KernelCompiler.CLASS_NAME, select, List.of()), source));
    }

    /** One expression without a filter: watermarks, collections to unnest, computed columns. */
    public static CompiledExpression expression(Schema input, Expression expression) {
        KernelSource source = new KernelSource(input);
        List<String> methods = expression instanceof Expression.Call
                ? List.of(projectMethod(source, new ExpressionWriter(source), expression, expression.type()))
                : List.of();
        return new CompiledExpression(
                kernel(source.build(KernelCompiler.CLASS_NAME, NO_CONDITION, methods), source), expression);
    }

    private static Kernel kernel(String text, KernelSource source) {
        Kernel kernel = KernelCompiler.instantiate(text, source.constants());
        kernel.open(source.positions());
        return kernel;
    }

    private static String selectMethod(KernelSource source, ExpressionWriter writer, Expression condition) {
        Body body = new Body(source);
        String test = writer.writeTest(condition, body);
        String loop = body.text() + "if (" + test + ") selected[found++] = row;\n";
        StringBuilder text = new StringBuilder();
        source.useColumns(body.columns());
        text.append(source.aliases(body.columns())).append("int found = 0;\n");
        appendLoop(text, body, "size", "row", loop);
        return text.append("return found;\n").toString();
    }

    /** Writes the method of one output and returns its name. */
    private static String projectMethod(
            KernelSource source, ExpressionWriter writer, Expression projection, DataType type) {
        Body body = new Body(source);
        Value value = writer.write(projection, body);
        String name = body.fresh("p");
        StringBuilder text = new StringBuilder();
        text.append("private io.alluvium.core.row.Column ").append(name).append("(int[] rows, int count) {\n");
        source.useColumns(body.columns());
        text.append(source.aliases(body.columns())).append("boolean[] nulls = null;\n");
        Form form = Form.of(type);
        text.append(
                switch (form) {
                    case BOOLEAN, LONG -> "long[] out = new long[count];\n";
                    case DOUBLE -> "double[] out = new double[count];\n";
                    case WIDE -> "long[] out = new long[count];\nlong[] low = new long[count];\n";
                    case BYTES -> {
                        source.field("int", name + "bytes");
                        yield "io.alluvium.runtime.expression.TextOutput out = "
                                + "new io.alluvium.runtime.expression.TextOutput(count, this." + name + "bytes);\n";
                    }
                });
        String store =
                switch (form) {
                    case BOOLEAN -> "out[i] = " + value.first() + " ? 1L : 0L;\n";
                    case LONG, DOUBLE -> "out[i] = " + value.low() + ";\n";
                    case WIDE -> "out[i] = " + value.asWide().first() + ";\nlow[i] = "
                            + value.asWide().second() + ";\n";
                    case BYTES -> "out.set(i, " + value.range() + ");\n";
                };
        String mark = "nulls = markNull(nulls, i, count);\n";
        String finish = value.isNeverNull()
                ? store
                : value.isAlwaysNull() ? mark : "if (" + value.isNull() + ") { " + mark + "} else {\n" + store + "}\n";
        String loop = "int row = rows == null ? i : rows[i];\n" + body.text() + finish;
        appendLoop(text, body, "count", "i", loop);
        text.append(
                switch (form) {
                    case BOOLEAN, LONG -> "return new io.alluvium.core.row.LongColumn(out, nulls);\n";
                    case DOUBLE -> "return new io.alluvium.core.row.DoubleColumn(out, nulls);\n";
                    case WIDE -> "return new io.alluvium.core.row.Int128Column(out, low, nulls);\n";
                    case BYTES -> "this." + name + "bytes = out.size() + 64;\nreturn out.column(nulls);\n";
                });
        source.method(text.append("}\n").toString());
        return name;
    }

    /** A loop that goes on behind a row that fails. */
    private static void appendLoop(StringBuilder text, Body body, String limit, String index, String inside) {
        if (!body.failing()) {
            text.append("for (int ")
                    .append(index)
                    .append(" = 0; ")
                    .append(index)
                    .append(" < ")
                    .append(limit)
                    .append("; ")
                    .append(index)
                    .append("++) {\n")
                    .append(inside)
                    .append("}\n");
            return;
        }
        text.append("int ")
                .append(index)
                .append(" = 0;\nwhile (")
                .append(index)
                .append(" < ")
                .append(limit)
                .append(") {\ntry {\nfor (; ")
                .append(index)
                .append(" < ")
                .append(limit)
                .append("; ")
                .append(index)
                .append("++) {\n")
                .append(inside)
                .append("}\n} catch (io.alluvium.runtime.expression.RowFailure failure) {\n")
                .append("failed(")
                .append(index)
                .append(", failure);\n")
                .append(index)
                .append("++;\n}\n}\n");
    }
}
