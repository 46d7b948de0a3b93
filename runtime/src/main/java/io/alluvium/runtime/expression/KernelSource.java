package io.alluvium.runtime.expression;

import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The Java source of one kernel, as it is written. Values that are not numbers are constants: fields set from an array, so that
 * expressions which differ only in text literals share a class.
 */
final class KernelSource {
    private static final int ASSIGNMENTS_A_METHOD = 100;

    private final Schema input;
    private final StringBuilder fields = new StringBuilder();
    private final StringBuilder methods = new StringBuilder();
    private final List<String> constantFields = new ArrayList<>();
    private final List<Object> constants = new ArrayList<>();
    private final List<@Nullable SourcePosition> sites = new ArrayList<>();
    private final TreeSet<Integer> columns = new TreeSet<>();
    private int numbers;

    KernelSource(Schema input) {
        this.input = input;
    }

    Schema input() {
        return input;
    }

    int nextNumber() {
        return numbers++;
    }

    int site(@Nullable SourcePosition position) {
        sites.add(position);
        return sites.size() - 1;
    }

    /** The name of a field that holds this object; {@code javaType} is how the source writes its type. */
    String constant(Object value, String javaType) {
        String name = "k" + constants.size();
        fields.append("private ").append(javaType).append(' ').append(name).append(";\n");
        constantFields.add(name + " = (" + javaType + ") constants[" + constants.size() + "];\n");
        constants.add(value);
        return name;
    }

    void field(String javaType, String name) {
        fields.append("private ").append(javaType).append(' ').append(name).append(";\n");
    }

    void method(String text) {
        methods.append(text);
    }

    void useColumns(TreeSet<Integer> used) {
        columns.addAll(used);
    }

    @Nullable
    SourcePosition[] positions() {
        return sites.toArray(new SourcePosition[0]);
    }

    Object[] constants() {
        return constants.toArray();
    }

    /** The local variables that stand for the fields of these columns, in a method with a loop. */
    String aliases(TreeSet<Integer> used) {
        StringBuilder text = new StringBuilder();
        for (int column : used) {
            for (String[] part : parts(column)) {
                text.append("final ")
                        .append(part[0])
                        .append(' ')
                        .append(part[1])
                        .append(" = this.")
                        .append(part[1])
                        .append(";\n");
            }
        }
        return text.toString();
    }

    /** The whole class. */
    String build(String className, String select, List<String> projections) {
        StringBuilder text = new StringBuilder(methods.length() + 4096);
        StringBuilder columnFields = new StringBuilder();
        List<String> bindings = new ArrayList<>();
        for (int column : columns) {
            for (String[] part : parts(column)) {
                columnFields
                        .append("private ")
                        .append(part[0])
                        .append(' ')
                        .append(part[1])
                        .append(";\n");
                bindings.add(part[1] + " = " + part[2] + ";\n");
            }
        }
        text.append("public final class ")
                .append(className)
                .append(" extends ")
                .append(Kernel.class.getName())
                .append(" {\n")
                .append(fields)
                .append(columnFields);
        text.append("public ").append(className).append("(Object[] constants) {\n");
        String constants = "Object[] constants";
        appendChunks(text, "constant", constants, constantFields);
        text.append("}\n").append(chunkMethods("constant", constants, constantFields));
        String batch = "io.alluvium.core.row.RowBatch batch";
        text.append("protected void bind(").append(batch).append(") {\n");
        appendChunks(text, "bind", batch, bindings);
        text.append("}\n").append(chunkMethods("bind", batch, bindings));
        text.append("protected int select(int size, int[] selected) {\n")
                .append(select)
                .append("}\n");
        appendDispatch(text, projections);
        return text.append(methods).append("}\n").toString();
    }

    /** Calls the methods that {@link #chunkMethods} gives. */
    private static void appendChunks(StringBuilder text, String name, String parameter, List<String> statements) {
        String argument = parameter.substring(parameter.lastIndexOf(' ') + 1);
        for (int first = 0; first < statements.size(); first += ASSIGNMENTS_A_METHOD) {
            text.append(name).append(first).append('(').append(argument).append(");\n");
        }
    }

    private static String chunkMethods(String name, String parameter, List<String> statements) {
        StringBuilder text = new StringBuilder();
        for (int first = 0; first < statements.size(); first += ASSIGNMENTS_A_METHOD) {
            text.append("private void ")
                    .append(name)
                    .append(first)
                    .append('(')
                    .append(parameter)
                    .append(") {\n");
            statements
                    .subList(first, Math.min(statements.size(), first + ASSIGNMENTS_A_METHOD))
                    .forEach(text::append);
            text.append("}\n");
        }
        return text.toString();
    }

    private static void appendDispatch(StringBuilder text, List<String> projections) {
        String parameters = "(int output, int[] rows, int count)";
        text.append("protected io.alluvium.core.row.Column project")
                .append(parameters)
                .append(" {\n");
        StringBuilder groups = new StringBuilder();
        for (int first = 0; first < projections.size(); first += ASSIGNMENTS_A_METHOD) {
            int end = Math.min(projections.size(), first + ASSIGNMENTS_A_METHOD);
            text.append("if (output < ")
                    .append(end)
                    .append(") return project")
                    .append(first)
                    .append("(output, rows, count);\n");
            groups.append("private io.alluvium.core.row.Column project")
                    .append(first)
                    .append(parameters)
                    .append(" {\nswitch (output) {\n");
            for (int i = first; i < end; i++) {
                groups.append("case ")
                        .append(i)
                        .append(": return ")
                        .append(projections.get(i))
                        .append("(rows, count);\n");
            }
            groups.append("default: throw new AssertionError(\"output \" + output);\n}\n}\n");
        }
        text.append("throw new AssertionError(\"output \" + output);\n}\n").append(groups);
    }

    /** Java type, name and initial value of each array of a column. */
    private List<String[]> parts(int column) {
        DataType type = input.type(column);
        List<String[]> parts = new ArrayList<>(4);
        switch (type.kind()) {
            case LONG -> parts.add(new String[] {"long[]", "c" + column, "batch.longs(" + column + ").values()"});
            case DOUBLE -> parts.add(new String[] {"double[]", "c" + column, "batch.doubles(" + column + ").values()"});
            case INT128 -> {
                parts.add(new String[] {"long[]", "c" + column, "batch.int128s(" + column + ").high()"});
                parts.add(new String[] {"long[]", "w" + column, "batch.int128s(" + column + ").low()"});
            }
            case BYTES -> {
                parts.add(new String[] {"byte[]", "c" + column, "batch.bytes(" + column + ").data()"});
                parts.add(new String[] {"int[]", "s" + column, "batch.bytes(" + column + ").starts()"});
                parts.add(new String[] {"int[]", "l" + column, "batch.bytes(" + column + ").lengths()"});
            }
        }
        if (type.nullable()) {
            parts.add(new String[] {"boolean[]", "n" + column, "batch.column(" + column + ").nulls()"});
        }
        return parts;
    }
}
