package io.alluvium.server;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.ErrorKind;
import io.alluvium.server.command.BenchCommand;
import io.alluvium.server.command.DemoCommand;
import io.alluvium.server.command.ExplainCommand;
import io.alluvium.server.command.InitCommand;
import io.alluvium.server.command.JobsCommand;
import io.alluvium.server.command.RunCommand;
import io.alluvium.server.command.SqlCommand;
import io.alluvium.server.command.TestCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. Exit codes: 0 good, 1 the user's SQL, data or options, 2 another system or a missing resource, 3 a bug. */
@Command(
        name = "alluvium",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "SQL-first real-time warehouse.",
        subcommands = {
            InitCommand.class,
            DemoCommand.class,
            RunCommand.class,
            SqlCommand.class,
            ExplainCommand.class,
            JobsCommand.class,
            TestCommand.class,
            BenchCommand.class
        })
public final class Main implements Runnable {
    private static final int USER_ERROR = 1;
    private static final int BUG = 3;
    private static final long STACK_BYTES = 256L << 20;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    public static void main(String[] args) {
        // What jobs tell of themselves is for who runs them; queries and the demo speak for themselves.
        boolean runsJobs = args.length > 0 && args[0].equals("run");
        setDefault("org.slf4j.simpleLogger.defaultLogLevel", runsJobs ? "info" : "warn");
        // clients of other systems tell their own story with each start
        setDefault("org.slf4j.simpleLogger.log.org.apache.kafka", "error");
        setDefault("org.slf4j.simpleLogger.showDateTime", "true");
        setDefault("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
        setDefault("org.slf4j.simpleLogger.showThreadName", "false");
        setDefault("org.slf4j.simpleLogger.showShortLogName", "true");
        // All text is UTF-8, whatever the platform says.
        StandardOutput output = new StandardOutput();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        Thread.setDefaultUncaughtExceptionHandler(Main::died);
        int code = runDeep(args);
        String lost = output.lost();
        if (lost != null) {
            System.err.println("EXTERNAL_FAILED: the output could not be written: " + lost);
        }
        System.exit(lost != null && code == 0 ? ErrorKind.EXTERNAL.exitCode() : code);
    }

    /** A thread that dies of a full heap leaves others waiting for it for ever: the process ends, as if it were killed. */
    private static void died(Thread thread, Throwable cause) {
        if (cause instanceof OutOfMemoryError full) {
            try {
                report(AlluviumException.memoryFull("thread \"" + thread.getName() + "\"", full));
            } finally {
                Runtime.getRuntime().halt(ErrorKind.RESOURCE.exitCode());
            }
        }
        bug(cause, System.err);
    }

    /** Planning recurses into expressions, and those of generated SQL are deep: it gets a stack that holds thousands of terms. */
    static int runDeep(String... args) {
        int[] code = {BUG};
        Thread deep = new Thread(null, () -> code[0] = guarded(args), "main", STACK_BYTES);
        deep.start();
        try {
            deep.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return code[0];
    }

    /** The version of the jar; classes outside of one have none. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"alluvium " + (version == null ? "(not from a jar)" : version)};
        }
    }

    private static int guarded(String[] args) {
        try {
            return run(args);
        } catch (OutOfMemoryError e) {
            return report(AlluviumException.memoryFull("the command", e));
        } catch (StackOverflowError e) {
            return reportTooDeep(System.err);
        }
    }

    /** Prints the error of a statement for which the stack of its thread is too small, and returns its exit code. */
    public static int reportTooDeep(PrintStream err) {
        return report(
                new AlluviumException(
                        ErrorCode.QUERY_INVALID,
                        "an expression is nested too deeply",
                        "split it over several columns of a sub-query"),
                err);
    }

    /** Runs one command line and returns its exit code; prints to the process's streams. */
    public static int run(String... args) {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        commandLine.setParameterExceptionHandler((error, arguments) -> {
            System.err.println(error.getMessage());
            error.getCommandLine().usage(System.err);
            return USER_ERROR;
        });
        commandLine.setExecutionExceptionHandler((error, line, parsed) -> report(error));
        return commandLine.execute(args);
    }

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }

    /** Prints an error for people; only a bug shows its stack. */
    static int report(Exception error) {
        return report(error, System.err);
    }

    /** Prints an error for people and returns its exit code. */
    public static int report(Exception error, PrintStream err) {
        if (error instanceof AlluviumException known) {
            err.println(known.getMessage());
            if (known.code().kind() == ErrorKind.INTERNAL) {
                bug(known, err);
            }
            return known.code().kind().exitCode();
        }
        bug(error, err);
        return BUG;
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static void bug(Throwable error, PrintStream err) {
        err.println("This is a bug of Alluvium. Please report it with the lines below.");
        error.printStackTrace(err);
    }
}
