package io.alluvium.server.control;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets other processes of the same user work on the warehouse that this process has open. It listens on loopback, at a port that
 * the system chooses, and answers only callers who know the token of {@link ControlFile}. Each call has a thread of its own.
 */
public final class ControlPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPort.class);
    private static final int TOKEN_BYTES = 32;

    /** A caller has so long to say what it wants. */
    private static final int CALL_TIMEOUT_MILLIS = 10_000;

    /** Statements are planned on a call's thread, and planning is deeply recursive. */
    private static final long STACK_BYTES = 256L << 20;

    private final Path warehouse;
    private final Calls calls;
    private final ServerSocket listener;
    private final byte[] token;

    private ControlPort(Path warehouse, Calls calls, ServerSocket listener, byte[] token) {
        this.warehouse = warehouse;
        this.calls = calls;
        this.listener = listener;
        this.token = token;
    }

    /** Answers calls; called by several threads. */
    public interface Calls {
        /** Prints the answer and returns the command's exit code. */
        int answer(Verb verb, List<String> arguments, PrintStream out, PrintStream err);
    }

    /** What can be asked. */
    public enum Verb {
        /** Statements to run: output style, then pairs of a file's name (empty for none) and its text. */
        SQL,
        /** Plans of statements: pairs as of SQL. */
        EXPLAIN,
        /** The jobs and what they do: no arguments. */
        JOBS,
        /** Stops a job with a last commit: its name. */
        STOP
    }

    /** Starts to listen and leaves the file that says where. */
    public static ControlPort open(Path warehouse, Calls calls) {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        try {
            ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            String text = HexFormat.of().formatHex(token);
            new ControlFile(
                            listener.getLocalPort(),
                            text,
                            ProcessHandle.current().pid())
                    .write(warehouse);
            ControlPort port = new ControlPort(warehouse, calls, listener, text.getBytes(StandardCharsets.UTF_8));
            port.daemon("control-port", port::listen);
            return port;
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "no control port can be opened on loopback: " + e.getMessage(), null, e);
        }
    }

    public int number() {
        return listener.getLocalPort();
    }

    @Override
    public void close() {
        ControlFile.delete(warehouse);
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("control port={} does not close", listener.getLocalPort(), e);
        }
    }

    private void daemon(String name, Runnable task) {
        Thread thread = new Thread(null, task, name, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try {
                Socket caller = listener.accept();
                daemon("control-call", () -> serve(caller));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    LOG.warn("control port={} cannot take a call", listener.getLocalPort(), e);
                }
            }
        }
    }

    private void serve(Socket caller) {
        try (caller) {
            caller.setSoTimeout(CALL_TIMEOUT_MILLIS);
            DataInputStream in = new DataInputStream(new BufferedInputStream(caller.getInputStream()));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(caller.getOutputStream()));
            int version = in.readInt();
            byte[] given = Frames.readText(in, token.length).getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(given, token)) {
                LOG.warn("control port={} refused a caller without the token", listener.getLocalPort());
                return;
            }
            PrintStream standardOut = new PrintStream(Frames.stream(out, Frames.OUT), true, StandardCharsets.UTF_8);
            PrintStream standardErr = new PrintStream(Frames.stream(out, Frames.ERR), true, StandardCharsets.UTF_8);
            int code;
            if (version != Frames.VERSION) {
                standardErr.println("the running process speaks version " + Frames.VERSION
                        + " of the control port, not " + version + ": restart it");
                code = ErrorCode.STATE_FOLDER_IN_USE.kind().exitCode();
            } else {
                Verb verb = Verb.valueOf(Frames.readText(in, 16));
                code = calls.answer(verb, List.of(Frames.readTexts(in)), standardOut, standardErr);
            }
            synchronized (out) {
                out.writeByte(Frames.EXIT);
                out.writeInt(code);
                out.flush();
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("control port={} call ended early: {}", listener.getLocalPort(), e.toString());
        }
    }
}
