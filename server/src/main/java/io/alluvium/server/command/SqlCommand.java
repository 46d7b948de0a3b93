package io.alluvium.server.command;

import io.alluvium.server.control.ControlPort;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code alluvium sql}: runs statements and prints the final rows of each query over bounded tables. */
@Command(
        name = "sql",
        mixinStandardHelpOptions = true,
        description =
                "Runs statements in order and prints the rows of queries. Without a warehouse all stays in memory.")
public final class SqlCommand implements Callable<Integer> {
    @Mixin
    private SessionOptions session = new SessionOptions();

    @Option(names = "-e", paramLabel = "SQL", description = "Statements to run.")
    private List<String> texts = new ArrayList<>();

    @Option(names = "-f", paramLabel = "FILE", description = "Scripts to run, before those of -e.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--output",
            paramLabel = "STYLE",
            description = "How rows are printed: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private OutputStyle output = OutputStyle.TABLE;

    @Override
    public Integer call() throws IOException {
        List<ScriptText> scripts = new ArrayList<>(SessionOptions.read(files));
        texts.forEach(text -> scripts.add(new ScriptText(null, text)));
        if (scripts.isEmpty()) {
            scripts.add(new ScriptText(null, new String(System.in.readAllBytes(), StandardCharsets.UTF_8)));
        }
        List<String> call = new ArrayList<>(List.of(output.name()));
        call.addAll(ControlCalls.arguments(session.withSettings(scripts)));
        OptionalInt answered = SessionOptions.elsewhere(session.folder(), ControlPort.Verb.SQL, call);
        if (answered.isPresent()) {
            return answered.getAsInt();
        }
        try (Session open = session.open(session.folder())) {
            open.execute(scripts, output, System.out);
        }
        return 0;
    }
}
