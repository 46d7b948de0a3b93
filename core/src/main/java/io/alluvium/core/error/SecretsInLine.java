package io.alluvium.core.error;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides what may be a secret in a line that the user wrote, before it is shown with an error: the values of options with a telling
 * name, and passwords inside addresses. References to secrets stay. The line keeps its length, so that carets stay below their range.
 */
final class SecretsInLine {
    private static final String TELLING = "(?:password|passwd|pwd|secret|token|credential|jaas)";

    /** Each with one group: what is hidden. */
    private static final List<Pattern> SECRETS = List.of(
            Pattern.compile("'[^']*" + TELLING + "[^']*'\\s*=\\s*'((?:[^']|'')*)", Pattern.CASE_INSENSITIVE),
            Pattern.compile("[?&;,(]" + TELLING + "\\d?=([^&;,)\\s']*)", Pattern.CASE_INSENSITIVE),
            Pattern.compile("//[^/?#@:'\\s]+:([^'\\s]+)@"));

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(?:env|file):[^}]*}");

    private SecretsInLine() {}

    static String hidden(String line) {
        String shown = line;
        for (Pattern secret : SECRETS) {
            Matcher matcher = secret.matcher(shown);
            StringBuilder text = new StringBuilder(shown);
            while (matcher.find()) {
                String value = matcher.group(1);
                if (!REFERENCE.matcher(value).matches()) {
                    text.replace(matcher.start(1), matcher.end(1), "*".repeat(value.length()));
                }
            }
            shown = text.toString();
        }
        return shown;
    }
}
