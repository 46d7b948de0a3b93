package io.alluvium.server.demo;

import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.TableDefinition;
import io.alluvium.catalog.TablePath;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.output.Result;
import io.alluvium.server.output.ResultPrinter;
import io.alluvium.server.session.JobRun;
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
    private final @Nullable String broker;
    private final Map<String, JobRun> runs = new LinkedHashMap<>();

    /**
     * @param mall the example as it is shipped, with its answers
     * @param folder where the warehouse lies, with scripts and data
     * @param broker address of the Kafka brokers that hold all layers but APP; null where files do
     */
    public MallDemo(Path mall, Path folder, String language, @Nullable String broker, PrintStream out) {
        this.broker = broker;
        this.answers = mall.resolve("expected");
        this.folder = folder;
        this.narration = Narration.read(mall, language);
        this.out = out;
    }

    /** Runs everything; returns what differs from the answers. */
    public List<String> run() {
        say(broker == null ? "intro" : "intro.kafka");
        try (Session session = Session.open(Warehouse.open(folder), Map.of())) {
            out.println(session.startLine());
            if (broker != null) {
                say("feed");
                session.run(
                        List.of(new ScriptText("feed.sql", DemoFolder.feed(broker))),
                        RunMode.UNTIL_CAUGHT_UP,
                        List.of(),
                        out);
            }
            for (String layer : WarehouseScripts.LAYERS) {
                runLayer(session, layer);
            }
            List<String> differences = new ArrayList<>();
            for (TablePath table : answeredTables()) {
                differences.addAll(show(session, table));
            }
            say("check");
            differences.addAll(compareRowCounts(session));
            differences.addAll(compare("late_rows.tsv", sum("late_rows.tsv", "late_rows"), counted("late")));
            differences.addAll(compareBadLines());
            Balance balance = Balance.of(runs);
            balance.print(out);
            differences.addAll(balance.differences());
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
        runs.putAll(session.run(scripts, RunMode.UNTIL_CAUGHT_UP, List.of(), out));
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

    /** Broken lines are dead letters; a line that is only {@code null} is a message without content, skipped and counted. */
    private List<String> compareBadLines() {
        AnswerTable answer = AnswerTable.read(answers.resolve("bad_lines.tsv"));
        int reason = answer.header().indexOf("reason");
        long empty = answer.rows().stream()
                .filter(row -> row.get(reason).equals("null payload"))
                .count();
        long dead = runs.values().stream()
                .mapToLong(run -> run.report().deadLetters())
                .sum();
        List<String> differences =
                new ArrayList<>(compare("bad_lines.tsv", answer.rows().size() - empty, dead));
        differences.addAll(compare("bad_lines.tsv (null payload)", empty, counted("tombstone")));
        return differences;
    }

    private static List<String> compare(String what, long expected, long actual) {
        return expected == actual ? List.of() : List.of(what + ": counted " + actual + ", expected " + expected);
    }

    private long sum(String file, String column) {
        AnswerTable answer = AnswerTable.read(answers.resolve(file));
        return answer.rows().stream()
                .mapToLong(row -> Long.parseLong(row.get(answer.header().indexOf(column))))
                .sum();
    }

    /** Sum of a counter over all steps of all jobs. */
    private long counted(String counter) {
        long sum = 0;
        for (JobRun run : runs.values()) {
            for (Map<String, Long> counters : run.report().counters().values()) {
                sum += counters.getOrDefault(counter, 0L);
            }
        }
        return sum;
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
