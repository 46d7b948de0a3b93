package io.alluvium.testkit.scripts;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * A line of a script, for messages.
 *
 * @param number from 1
 */
record ScriptLine(String file, int number, String text) {

    SourcePosition position() {
        int start = text.length() - text.stripLeading().length();
        return new SourcePosition(file, number, start + 1, number, Math.max(start + 1, text.length()), text);
    }

    /** What is wrong with the script itself. */
    AlluviumException error(String problem, @Nullable String hint) {
        return new AlluviumException(ErrorCode.SYNTAX_ERROR, position(), problem, hint, null);
    }

    /** What the script expects and did not get. */
    AlluviumException failure(String problem) {
        return new AlluviumException(ErrorCode.TEST_FAILED, position(), problem, null, null);
    }
}
