package io.alluvium.testkit.scripts;

import io.alluvium.core.connector.Options;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.testkit.scripts.Command.Action;
import io.alluvium.testkit.scripts.Command.Change;
import io.alluvium.testkit.scripts.Command.Signed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a script: a step starts with a lower-case word of its own ({@code table}, {@code feed}, {@code expect} ..), anything else
 * is a statement of the dialect up to its {@code ;}. A line that starts with {@code #} is a comment.
 */
final class ScriptParser {
    private static final Set<String> WORDS = Set.of(
            "append",
            "table",
            "stream",
            "feed",
            "split",
            "end",
            "expect",
            "checkpoint",
            "crash",
            "restore",
            "stop",
            "run",
            "advance");
    private static final Pattern CHANGE = Pattern.compile("(\\*?[+-][IUD])(?:\\s+(.*))?");
    private static final Pattern SIGNED = Pattern.compile("([+-])\\s+(.*)");
    private static final Pattern TABLE = Pattern.compile("(append\\s+)?table\\s+([^\\s(]+)\\s*\\(.*", Pattern.DOTALL);
    private static final Pattern STREAM = Pattern.compile("stream\\s+(\\S+)(?:\\s+keyed\\s*\\(([^)]*)\\))?");
    private static final Pattern FEED = Pattern.compile("feed\\s+(\\S+)(?:\\s+(canal|raw))?");
    private static final Pattern COUNTER = Pattern.compile("expect\\s+counter\\s+(\\S*)/(\\S+)\\s+(-?\\d+)");
    private static final Pattern LETTERS = Pattern.compile("expect\\s+dead\\s+letters\\s+(\\d+)");
    private static final Pattern ERROR = Pattern.compile("expect\\s+error\\s+(\\w+)(?:\\s+(.*))?");
    private static final Pattern EXPECT = Pattern.compile("expect\\s+(?:(table|log)\\s+)?(\\S+)");
    private static final Pattern STATEMENT_SET =
            Pattern.compile("(EXECUTE\\s+STATEMENT\\s+SET|BEGIN\\s+STATEMENT\\s+SET)\\b.*", Pattern.CASE_INSENSITIVE);

    private final String file;
    private final List<String> lines;
    private int next;

    private ScriptParser(String file, String text) {
        this.file = file;
        this.lines = Arrays.asList(text.split("\r?\n", -1));
    }

    /** @throws AlluviumException SYNTAX_ERROR with the line */
    static Script parse(String file, String text) {
        ScriptParser parser = new ScriptParser(file, text);
        List<Command> commands = new ArrayList<>();
        for (List<Command> step = parser.step(); step != null; step = parser.step()) {
            commands.addAll(step);
        }
        return new Script(file, commands);
    }

    /** The next step, or steps of one line; null at the end. */
    private @Nullable List<Command> step() {
        while (next < lines.size() && isBlankOrComment(lines.get(next))) {
            next++;
        }
        if (next == lines.size()) {
            return null;
        }
        ScriptLine line = line();
        return switch (firstWord(line.text())) {
            case "append", "table" -> List.of(table(line));
            case "stream" -> List.of(stream(line));
            case "feed" -> List.of(feed(line));
            case "split" -> throw line.error("split stands outside of a feed", "write feed TABLE above it");
            case "run" -> List.of(new Command.RunFile(take(), argument(line)));
            case "end" -> List.of(new Command.End(take(), argument(line)));
            case "expect" -> List.of(expect(line));
            case "checkpoint", "crash", "restore", "stop" -> controls(take());
            case "advance" -> List.of(advance(take()));
            default -> List.of(new Command.Sql(line, statement()));
        };
    }

    private Command table(ScriptLine line) {
        StringBuilder text = new StringBuilder();
        boolean complete = false;
        while (!complete) {
            if (next == lines.size()) {
                throw line.error("table is not closed", "close its brackets");
            }
            text.append(text.isEmpty() ? "" : "\n").append(lines.get(next++));
            complete = openBrackets(text) == 0
                    && text.indexOf("(") >= 0
                    && !(next < lines.size()
                            && lines.get(next).strip().toUpperCase(Locale.ROOT).startsWith("WITH"));
        }
        Matcher matcher = TABLE.matcher(text.toString().strip());
        if (!matcher.matches()) {
            throw line.error("table cannot be read", "write table NAME (column TYPE, ..)");
        }
        boolean append = matcher.group(1) != null;
        String body = text.toString().strip();
        body = append ? body.substring(matcher.start(2)) : body.substring("table".length());
        return new Command.Table(line, matcher.group(2), append, "CREATE TABLE " + body.strip());
    }

    private Command stream(ScriptLine line) {
        Matcher matcher = STREAM.matcher(line.text().strip());
        if (!matcher.matches()) {
            throw line.error(
                    "stream cannot be read", "write stream NAME, or stream NAME keyed (columns), and the query below");
        }
        next++;
        List<String> keys = matcher.group(2) == null
                ? List.of()
                : Arrays.stream(matcher.group(2).split(",")).map(String::strip).toList();
        ScriptLine queryLine = line();
        return new Command.Stream(queryLine, matcher.group(1), keys, statement());
    }

    private Command feed(ScriptLine line) {
        Matcher matcher = FEED.matcher(line.text().strip());
        if (!matcher.matches()) {
            throw line.error("feed cannot be read", "write feed TABLE, or feed TABLE canal, and the rows below");
        }
        next++;
        boolean records = matcher.group(2) != null;
        List<Change> changes = new ArrayList<>();
        int split = 0;
        while (next < lines.size()) {
            ScriptLine row = line();
            String text = row.text().strip();
            if (text.startsWith("#")) {
                next++;
            } else if (firstWord(text).equals("split")) {
                split = (int) number(row, argument(row));
                next++;
            } else if (records) {
                if (text.isEmpty() || WORDS.contains(firstWord(text))) {
                    break;
                }
                changes.add(new Change(row, "", text.equals("''") ? "" : text, split));
                next++;
            } else {
                Matcher change = CHANGE.matcher(text);
                if (!change.matches()) {
                    break;
                }
                changes.add(new Change(row, change.group(1), change.group(2) == null ? "" : change.group(2), split));
                next++;
            }
        }
        return new Command.Feed(line, matcher.group(1), changes);
    }

    private Command expect(ScriptLine line) {
        String text = line.text().strip();
        Matcher counter = COUNTER.matcher(text);
        if (counter.matches()) {
            return new Command.ExpectCounter(
                    take(), counter.group(1), counter.group(2), number(line, counter.group(3)));
        }
        Matcher letters = LETTERS.matcher(text);
        if (letters.matches()) {
            return new Command.ExpectDeadLetters(take(), number(line, letters.group(1)));
        }
        Matcher error = ERROR.matcher(text);
        if (error.matches()) {
            next++;
            List<Command> step = step();
            if (step == null) {
                throw line.error("no step stands behind expect error", "write the step that fails below it");
            }
            return new Command.ExpectError(line, code(line, error.group(1)), error.group(2), step.get(0));
        }
        Matcher expect = EXPECT.matcher(text);
        if (!expect.matches()) {
            throw line.error(
                    "expect cannot be read",
                    "write expect NAME, expect table NAME, expect log NAME, expect error CODE, expect dead letters N"
                            + " or expect counter NODE/NAME N");
        }
        next++;
        String kind = expect.group(1);
        if (kind == null) {
            return new Command.ExpectChanges(line, expect.group(2), signedRows());
        }
        return kind.equals("log")
                ? new Command.ExpectLog(line, expect.group(2), signedRows())
                : new Command.ExpectTable(line, expect.group(2), plainRows());
    }

    private List<Signed> signedRows() {
        List<Signed> rows = new ArrayList<>();
        while (next < lines.size()) {
            ScriptLine row = line();
            if (isComment(row.text())) {
                next++;
                continue;
            }
            Matcher signed = SIGNED.matcher(row.text().strip());
            if (!signed.matches()) {
                break;
            }
            rows.add(new Signed(take(), signed.group(1).equals("+") ? 1 : -1, signed.group(2)));
        }
        return rows;
    }

    /** Up to a blank line or a step; {@code nothing} stands for no row. */
    private List<Signed> plainRows() {
        List<Signed> rows = new ArrayList<>();
        while (next < lines.size()) {
            ScriptLine row = line();
            String text = row.text().strip();
            if (text.isEmpty() || WORDS.contains(firstWord(text))) {
                break;
            }
            next++;
            if (!isComment(text) && !text.equals("nothing")) {
                rows.add(new Signed(row, 1, text));
            }
        }
        return rows;
    }

    private List<Command> controls(ScriptLine line) {
        List<Command> controls = new ArrayList<>();
        for (String word : line.text().split(";")) {
            if (word.isBlank()) {
                continue;
            }
            try {
                controls.add(
                        new Command.Control(line, Action.valueOf(word.strip().toUpperCase(Locale.ROOT))));
            } catch (IllegalArgumentException e) {
                throw line.error("\"" + word.strip() + "\" is no step", "write checkpoint, crash, restore or stop");
            }
        }
        return controls;
    }

    private Command advance(ScriptLine line) {
        Long millis = Options.parseMillis(argument(line));
        if (millis == null) {
            throw line.error("\"" + argument(line) + "\" is no duration", "write for example advance 10 s");
        }
        return new Command.Advance(line, millis);
    }

    /** Lines up to the one that ends with {@code ;}, or with {@code END;} for a statement set. */
    private String statement() {
        ScriptLine first = line();
        boolean set = STATEMENT_SET.matcher(first.text().strip()).matches();
        StringBuilder text = new StringBuilder();
        while (next < lines.size()) {
            String raw = lines.get(next++);
            boolean comment = isComment(raw);
            text.append(text.isEmpty() ? "" : "\n").append(comment ? "" : raw);
            String ending = raw.strip().toUpperCase(Locale.ROOT);
            if (!comment && (set ? ending.matches("(.*\\W)?END\\s*;") : ending.endsWith(";"))) {
                return text.toString();
            }
        }
        throw first.error("statement is not closed", "end it with ; at the end of a line");
    }

    private static ErrorCode code(ScriptLine line, String word) {
        for (ErrorCode code : ErrorCode.values()) {
            if (code.name().equals(word)) {
                return code;
            }
        }
        throw line.error(
                "\"" + word + "\" is no error code",
                Suggestion.didYouMean(
                        word, Arrays.stream(ErrorCode.values()).map(Enum::name).toList()));
    }

    private static long number(ScriptLine line, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw line.error("\"" + text + "\" is no number", null);
        }
    }

    private static String argument(ScriptLine line) {
        String text = line.text().strip();
        String rest = text.substring(firstWord(text).length()).strip();
        if (rest.isEmpty()) {
            throw line.error("\"" + text + "\" is not complete", null);
        }
        return rest;
    }

    private ScriptLine line() {
        if (next >= lines.size()) {
            throw new AlluviumException(ErrorCode.SYNTAX_ERROR, "script " + file + " ends too early");
        }
        return new ScriptLine(file, next + 1, lines.get(next));
    }

    private ScriptLine take() {
        ScriptLine line = line();
        next++;
        return line;
    }

    private static String firstWord(String text) {
        String stripped = text.strip();
        int end = 0;
        while (end < stripped.length() && Character.isLetter(stripped.charAt(end))) {
            end++;
        }
        return stripped.substring(0, end);
    }

    private static boolean isComment(String text) {
        return text.stripLeading().startsWith("#");
    }

    private static boolean isBlankOrComment(String text) {
        return text.isBlank() || isComment(text);
    }

    /** Brackets that are open at the end of a text, quoted ones not counted. */
    private static int openBrackets(CharSequence text) {
        int open = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '\'';
            if (!quoted) {
                open += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
        }
        return open;
    }
}
