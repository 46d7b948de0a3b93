package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.Warehouse;
import io.alluvium.server.control.ControlClient;
import io.alluvium.server.control.ControlPort;
import io.alluvium.server.session.ScriptText;
import io.alluvium.server.session.Session;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of all commands that open a session: which warehouse, and settings of the session. */
public final class SessionOptions {
    @Option(
            names = {"-w", "--warehouse"},
            paramLabel = "DIR",
            description = "Warehouse folder; else the nearest folder upwards with a warehouse.yaml.")
    @Nullable
    Path warehouse;

    @Option(
            names = {"-D", "--set"},
            paramLabel = "KEY=VALUE",
            description = "A setting of the session, as SET 'key' = 'value' does.")
    Map<String, String> settings = new LinkedHashMap<>();

    /** The folder asked for, or the nearest one upwards, or null. */
    @Nullable
    Path folder() {
        return warehouse != null ? warehouse : Warehouse.nearest(Path.of(""));
    }

    Session open(@Nullable Path folder) {
        Session session = Session.open(folder == null ? Warehouse.inMemory() : Warehouse.open(folder), settings);
        System.err.println(session.startLine());
        return session;
    }

    /** Scripts behind the settings of the command line, for another process to run. */
    List<ScriptText> withSettings(List<ScriptText> scripts) {
        List<ScriptText> all = new ArrayList<>();
        settings.forEach(
                (key, value) -> all.add(new ScriptText(null, "SET " + quoted(key) + " = " + quoted(value) + ";")));
        all.addAll(scripts);
        return all;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /**
     * Has a command answered by the process that has the warehouse open.
     *
     * @return its exit code, or empty where no process listens
     */
    static OptionalInt elsewhere(@Nullable Path folder, ControlPort.Verb verb, List<String> arguments) {
        if (folder == null) {
            return OptionalInt.empty();
        }
        Optional<ControlClient> running = ControlClient.of(folder);
        return running.isEmpty() ? OptionalInt.empty() : running.get().call(verb, arguments, System.out, System.err);
    }

    /** Reads a script; it must be UTF-8. */
    static ScriptText read(Path file) {
        try {
            return new ScriptText(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new AlluviumException(
                    ErrorCode.SYNTAX_ERROR, "file \"" + file + "\" is not UTF-8", "save it as UTF-8", e);
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND,
                    "cannot read file \"" + file + "\"" + (Files.exists(file) ? "" : ": it does not exist"),
                    null,
                    e);
        }
    }

    static List<ScriptText> read(List<Path> files) {
        return files.stream().map(SessionOptions::read).toList();
    }
}
