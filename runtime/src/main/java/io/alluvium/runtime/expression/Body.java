package io.alluvium.runtime.expression;

import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.type.DataType;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The statements of one generated method, as they are written. */
final class Body {
    private final KernelSource source;
    private final TreeSet<Integer> columns = new TreeSet<>();
    private StringBuilder text = new StringBuilder();
    private boolean failing;
    private int weight;

    Body(KernelSource source) {
        this.source = source;
    }

    KernelSource source() {
        return source;
    }

    /** Estimated bytecodes so far. */
    int weight() {
        return weight;
    }

    void addWeight(int bytecodes) {
        weight += bytecodes;
    }

    /** True when the code may throw a {@link RowFailure}. */
    boolean failing() {
        return failing;
    }

    void markFailing() {
        failing = true;
    }

    TreeSet<Integer> columns() {
        return columns;
    }

    String text() {
        return text.toString();
    }

    Body line(String code) {
        text.append(code).append('\n');
        return this;
    }

    /** A new name that starts with the prefix. */
    String fresh(String prefix) {
        return prefix + source.nextNumber();
    }

    /** Registers a call that may fail, and returns its number for the last argument. */
    String site(@Nullable SourcePosition position) {
        failing = true;
        return Integer.toString(source.site(position));
    }

    /** Declares the variables of a value; {@code isNull} is the initial null mark, "false" where it never becomes null. */
    Value declare(DataType type, String isNull) {
        return declare(type, Form.of(type), isNull);
    }

    Value declare(DataType type, Form form, String isNull) {
        String name = fresh("v");
        line(form.javaType + " " + name + " = " + form.zero + ";");
        return switch (form) {
            case BOOLEAN, LONG, DOUBLE -> Value.single(type, form, name, isNull);
            case WIDE -> {
                line("long " + name + "l = 0L;");
                yield Value.wide(type, name, name + "l", isNull);
            }
            case BYTES -> {
                line("int " + name + "s = 0;").line("int " + name + "n = 0;");
                yield Value.bytes(type, name, name + "s", name + "n", isNull);
            }
        };
    }

    /** Declares a null mark of its own with this initial value. */
    String declareNull(String initial) {
        String name = fresh("z");
        line("boolean " + name + " = " + initial + ";");
        return name;
    }

    /** Assigns the value, not the null mark. */
    void assign(Value target, Value from) {
        if (from.isAlwaysNull()) {
            return;
        }
        switch (target.form()) {
            case BOOLEAN, LONG, DOUBLE -> line(target.first() + " = " + from.first() + ";");
            case WIDE -> {
                Value wide = from.asWide();
                line(target.first() + " = " + wide.first() + ";").line(target.second() + " = " + wide.second() + ";");
            }
            case BYTES -> line(target.first() + " = " + from.first() + ";")
                    .line(target.second() + " = " + from.second() + ";")
                    .line(target.third() + " = " + from.third() + ";");
        }
    }

    /** The null mark of a call that is NULL when one operand is. */
    String anyNull(Value... operands) {
        StringBuilder marks = new StringBuilder();
        int count = 0;
        for (Value operand : operands) {
            if (operand.isAlwaysNull()) {
                return "true";
            }
            if (!operand.isNeverNull() && marks.indexOf(operand.isNull()) < 0) {
                marks.append(count++ == 0 ? "" : " || ").append(operand.isNull());
            }
        }
        return count == 0 ? "false" : count == 1 ? marks.toString() : declareNull(marks.toString());
    }

    /** Starts {@code if (!isNull) {} unless the mark is "false"; returns what {@link #endNotNull} takes. */
    boolean beginNotNull(String isNull) {
        if (isNull.equals("false")) {
            return false;
        }
        line("if (!" + isNull + ") {");
        return true;
    }

    void endNotNull(boolean begun) {
        if (begun) {
            line("}");
        }
    }

    void raw(String code) {
        text.append(code);
    }
}
