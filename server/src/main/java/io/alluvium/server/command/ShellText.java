package io.alluvium.server.command;

import java.nio.file.Path;

/** Commands as they are typed in a shell. */
final class ShellText {
    /** How the start script was called: {@code ./alluvium}, or the path to it from where the user stands. */
    private static final String COMMAND_PROPERTY = "alluvium.command";

    private ShellText() {}

    /** The word that starts this program. */
    static String alluvium() {
        String called = System.getProperty(COMMAND_PROPERTY, "alluvium");
        return called.startsWith("./") ? "./" + word(Path.of(called.substring(2))) : word(Path.of(called));
    }

    /** A path as one word. */
    static String word(Path path) {
        String text = path.toString();
        boolean plain = text.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "/._-+:@%".indexOf(c) >= 0);
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
