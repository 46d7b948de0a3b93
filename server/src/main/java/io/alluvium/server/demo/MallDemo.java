package io.alluvium.server.demo;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.runtime.engine.JobReport;
import io.alluvium.server.Warehouse;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.output.Result;
import io.alluvium.server.output.ResultPrinter;
import io.alluvium.server.session.RunMode;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import io.alluvium.server.session.WarehouseScripts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the example shop layer by layer, tells what happens, and compares every APP table with answers that were reckoned without
 * this engine.
 */
public final class MallDemo {
    private static final int ROWS_SHOWN = 10;

    private final Path answers;
    private final Path folder;
    private final Narration narration;
    private final PrintStream out;
    private final Map<String, JobReport> reports = new LinkedHashMap<>();

    /**
     * @param mall the example as it is shipped, with its answers
     * @param folder where the warehouse lies, with scripts and data
     */
    public MallDemo(Path mall, Path folder, String language, PrintStream out) {
        this.answers = mall.resolve("expected");
        this.folder = folder;
        this.narration = Narration.read(mall, language);
        this.out = out;
    }

    /** Runs everything; returns what differs from the answers. */
    public List<String> run() {
        say("intro");
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            out.println(session.startLine());
            for (String layer : WarehouseScripts.LAYERS) {
                runLayer(session, layer);
            }
            List<String> differences = new ArrayList<>();
            for (TablePath table : answeredTables()) {
                differences.addAll(show(session, table));
            }
            say("check");
            differences.addAll(compareRowCounts(session));
            differences.addAll(compareCounter("late_rows.tsv", "late_rows", late()));
            differences.addAll(compareCounter("bad_lines.tsv", null, deadLetters()));
            Balance.print(reports, out);
            return differences;
        }
    }

    private void runLayer(Session session, String layer) {
        say(layer);
        List<ScriptText> scripts = new ArrayList<>();
        for (Path script : WarehouseScripts.of(folder, layer)) {
            try {
                scripts.add(new ScriptText(folder.relativize(script).toString(), Files.readString(script)));
            } catch (IOException e) {
                throw new AlluviumException(ErrorCode.FILE_NOT_FOUND, "cannot read " + script, null, e);
            }
        }
        reports.putAll(session.run(scripts, RunMode.UNTIL_CAUGHT_UP, List.of(), out));
    }

    /** Prints the first rows of an APP table and compares all of them. */
    private List<String> show(Session session, TablePath path) {
        Result result = session.query("SELECT * FROM `" + path.database() + "`.`" + path.name() + "`");
        ResultPrinter printer = new ResultPrinter(out);
        int size = result.rows().size();
        out.println();
        out.println(path + (size > ROWS_SHOWN ? " (" + ROWS_SHOWN + "/" + size + ")" : ""));
        printer.print(
                new Result(
                        result.schema(),
                        result.rows().subList(0, Math.min(ROWS_SHOWN, size)),
                        result.ordered(),
                        result.zone()),
                OutputStyle.TABLE);
        CatalogObject object = session.warehouse().catalog().object(path).orElseThrow();
        List<String> keys = object instanceof TableDefinition table ? table.primaryKey() : List.of();
        AnswerTable expected = AnswerTable.read(answers.resolve(path.name() + ".tsv"));
        return AnswerTable.differences(path.toString(), expected, asText(result), keys);
    }

    private List<String> compareRowCounts(Session session) {
        AnswerTable expected = AnswerTable.read(answers.resolve("row_counts.tsv"));
        List<List<String>> rows = new ArrayList<>();
        for (List<String> row : expected.rows()) {
            String[] name = row.get(0).split("\\.");
            Result count = session.query("SELECT COUNT(*) AS n FROM `" + name[0] + "`.`" + name[1] + "`");
            rows.add(List.of(row.get(0), asText(count).rows().get(0).get(0)));
        }
        return AnswerTable.differences(
                "row_counts", expected, new AnswerTable(expected.header(), rows), List.of("table_name"));
    }

    /** Compares a sum over an answer file with a counter; without a column the file's rows are counted. */
    private List<String> compareCounter(String file, @Nullable String column, long actual) {
        AnswerTable answer = AnswerTable.read(answers.resolve(file));
        long expected = 0;
        for (List<String> row : answer.rows()) {
            expected +=
                    column == null ? 1 : Long.parseLong(row.get(answer.header().indexOf(column)));
        }
        return expected == actual ? List.of() : List.of(file + ": counted " + actual + ", expected " + expected);
    }

    private long late() {
        long late = 0;
        for (JobReport report : reports.values()) {
            for (Map<String, Long> counters : report.counters().values()) {
                late += counters.getOrDefault("late", 0L);
            }
        }
        return late;
    }

    private long deadLetters() {
        return reports.values().stream().mapToLong(JobReport::deadLetters).sum();
    }

    private List<TablePath> answeredTables() {
        try (Stream<Path> files = Files.list(answers)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("app_"))
                    .sorted()
                    .map(name -> new TablePath("app", name.substring(0, name.length() - ".tsv".length())))
                    .toList();
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.FILE_NOT_FOUND, "cannot list the answers in " + answers, null, e);
        }
    }

    private static AnswerTable asText(Result result) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ResultPrinter(new PrintStream(bytes, true, StandardCharsets.UTF_8)).print(result, OutputStyle.TSV);
        return AnswerTable.parse(bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }

    private void say(String key) {
        out.println();
        out.println("== " + narration.text(key));
    }
}
