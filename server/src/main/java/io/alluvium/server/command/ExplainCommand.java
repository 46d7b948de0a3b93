package io.alluvium.server.command;

import io.alluvium.server.control.ControlPort;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code alluvium explain}: shows the plans of every query and job of scripts, and starts nothing. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Shows the plan of every query and job of scripts; starts and stores nothing.")
public final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private SessionOptions session = new SessionOptions();

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Scripts.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "-e", paramLabel = "SQL", description = "Statements, after the files.")
    private List<String> texts = new ArrayList<>();

    @Override
    public Integer call() {
        List<ScriptText> scripts = new ArrayList<>(SessionOptions.read(files));
        texts.forEach(text -> scripts.add(new ScriptText(null, text)));
        OptionalInt answered = SessionOptions.elsewhere(
                session.folder(), ControlPort.Verb.EXPLAIN, ControlCalls.arguments(session.withSettings(scripts)));
        if (answered.isPresent()) {
            return answered.getAsInt();
        }
        try (Session open = session.open(session.folder())) {
            open.explain(scripts, System.out);
        }
        return 0;
    }
}
