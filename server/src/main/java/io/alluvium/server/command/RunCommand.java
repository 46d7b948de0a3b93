package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.control.ControlPort;
import io.alluvium.server.session.RunMode;
import io.alluvium.server.session.Session;
import io.alluvium.server.session.WarehouseScripts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code alluvium run}: applies the definitions of scripts and runs their jobs. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description =
                "Applies the definitions of scripts and runs their jobs; without files, all scripts of the warehouse.")
public final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    @Mixin
    private SessionOptions session = new SessionOptions();

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Scripts; a wrong statement in any starts nothing.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--until",
            paramLabel = "WHEN",
            description = "caught-up: stop when the input there is has been used up and committed.")
    private @Nullable String until;

    @Option(names = "--reset", paramLabel = "JOB", description = "Forget the state of a job and start it anew.")
    private List<String> reset = new ArrayList<>();

    @Override
    public Integer call() {
        if (until != null && !until.equals("caught-up")) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "--until is \"" + until + "\"", "write --until caught-up");
        }
        Path folder = session.folder();
        if (folder == null && !files.isEmpty()) {
            Path parent = files.get(0).toAbsolutePath().getParent();
            folder = parent == null ? null : Warehouse.nearest(parent);
            folder = folder == null ? parent : folder;
        }
        if (folder == null) {
            throw new AlluviumException(
                    ErrorCode.WAREHOUSE_NOT_FOUND,
                    "no warehouse here and no files given",
                    "give files, or -w DIR, or make a warehouse with: alluvium init NAME");
        }
        List<Path> scripts = files;
        if (files.isEmpty()) {
            scripts = WarehouseScripts.of(folder);
            String warning = WarehouseScripts.warning(folder);
            if (warning != null) {
                System.err.println("warning: " + warning);
            }
        }
        try (TerminalProgress progress = TerminalProgress.start();
                Session open = session.open(folder);
                ControlPort port = ControlPort.open(folder, new ControlCalls(open))) {
            LOG.info("control port={} listens on loopback", port.number());
            if (progress != null) {
                progress.show(open.running());
            }
            open.run(
                    SessionOptions.read(scripts),
                    until == null ? RunMode.UNTIL_STOPPED : RunMode.UNTIL_CAUGHT_UP,
                    reset,
                    System.out);
        }
        return 0;
    }
}
