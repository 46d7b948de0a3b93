package io.alluvium.connector.basic;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.ValueText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;

/** {@code 'connector' = 'print'}: each change as a line, {@code +I[1, ann]}, after every epoch. */
public final class PrintConnector implements ConnectorFactory {
    static final String IDENTIFIER = "print-identifier";
    static final String STANDARD_ERROR = "standard-error";

    @Override
    public String name() {
        return "print";
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(false, true, false, false, false, false, true);
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.optional(
                                IDENTIFIER, OptionType.TEXT, null, "Stands before each line, with a \"> \" behind it.")
                        .asTuning(),
                OptionSpec.optional(
                                STANDARD_ERROR,
                                OptionType.BOOLEAN,
                                "false",
                                "Prints to standard error instead of standard output.")
                        .asTuning());
    }

    @Override
    public Sink sink(TableContext context) {
        String identifier = context.options().textOrNull(IDENTIFIER);
        boolean error = context.options().flag(STANDARD_ERROR);
        return new Print(identifier == null ? "" : identifier + "> ", error, context.zone());
    }

    /** Prints whole batches at once, so that lines of several workers do not mix. */
    private record Print(String prefix, boolean error, ZoneId zone) implements Sink.Immediate {

        @Override
        public Sink.Immediate.Writer writer(int worker) {
            return new Sink.Immediate.Writer() {
                @Override
                public void write(ChangeBatch changes) {
                    print(changes);
                }
            };
        }

        private void print(ChangeBatch changes) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < changes.size(); i++) {
                int before = changes.before()[i];
                int after = changes.after()[i];
                if (before >= 0) {
                    line(lines, after >= 0 ? "-U" : "-D", changes.rows(), before);
                }
                if (after >= 0) {
                    line(lines, before >= 0 ? "+U" : "+I", changes.rows(), after);
                }
            }
            byte[] utf8 = lines.toString().getBytes(StandardCharsets.UTF_8);
            PrintStream target = error ? System.err : System.out;
            target.write(utf8, 0, utf8.length);
            target.flush();
        }

        private void line(StringBuilder lines, String kind, RowBatch rows, int row) {
            lines.append(prefix).append(kind).append('[');
            for (int column = 0; column < rows.schema().size(); column++) {
                Object value = rows.column(column).value(row);
                lines.append(column == 0 ? "" : ", ")
                        .append(
                                value == null
                                        ? "NULL"
                                        : ValueText.render(value, rows.schema().type(column), zone));
            }
            lines.append("]\n");
        }
    }
}
