package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.server.Main;
import io.alluvium.server.control.ControlPort;
import io.alluvium.server.output.OutputStyle;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers what comes over the control port, each call in a session beside the one that runs the jobs. */
final class ControlCalls implements ControlPort.Calls {
    private final Session session;

    ControlCalls(Session session) {
        this.session = session;
    }

    /** Scripts as arguments of a call: a file's name, empty for none, then its text. */
    static List<String> arguments(List<ScriptText> scripts) {
        List<String> arguments = new ArrayList<>();
        for (ScriptText script : scripts) {
            String file = script.file();
            arguments.add(file == null ? "" : file);
            arguments.add(script.text());
        }
        return arguments;
    }

    @Override
    public int answer(ControlPort.Verb verb, List<String> arguments, PrintStream out, PrintStream err) {
        try (Session beside = session.beside(err)) {
            switch (verb) {
                case SQL -> beside.execute(
                        scripts(arguments.subList(1, arguments.size())), OutputStyle.valueOf(arguments.get(0)), out);
                case EXPLAIN -> beside.explain(scripts(arguments), out);
                case JOBS -> JobTable.print(
                        beside.warehouse().catalog(), beside.running().progress(), out);
                case STOP -> {
                    beside.running().stop(arguments.get(0));
                    out.println("stopped " + arguments.get(0));
                }
            }
            return 0;
        } catch (StackOverflowError e) {
            return Main.reportTooDeep(err);
        } catch (OutOfMemoryError e) {
            return Main.report(AlluviumException.memoryFull("the command", e), err);
        } catch (RuntimeException e) {
            return Main.report(e, err);
        }
    }

    private static List<ScriptText> scripts(List<String> arguments) {
        List<ScriptText> scripts = new ArrayList<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            @Nullable String file = arguments.get(i).isEmpty() ? null : arguments.get(i);
            scripts.add(new ScriptText(file, arguments.get(i + 1)));
        }
        return scripts;
    }
}
