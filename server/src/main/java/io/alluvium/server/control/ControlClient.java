package io.alluvium.server.control;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.control.ControlPort.Verb;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Calls the process that has a warehouse open. */
public final class ControlClient {
    private final ControlFile file;

    private ControlClient(ControlFile file) {
        this.file = file;
    }

    /** The process that has the warehouse open, as far as its folder says. */
    public static Optional<ControlClient> of(Path warehouse) {
        return ControlFile.read(warehouse).map(ControlClient::new);
    }

    /** Id of the process, for people. */
    public long process() {
        return file.process();
    }

    /**
     * Has a command answered there; its output goes to the streams as it comes.
     *
     * @return the command's exit code; empty where nobody listens any more
     * @throws AlluviumException EXTERNAL_FAILED when the process ends before it has answered
     */
    public OptionalInt call(Verb verb, List<String> arguments, PrintStream out, PrintStream err) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), file.port())) {
            DataOutputStream request = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            DataInputStream answer = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            request.writeInt(Frames.VERSION);
            Frames.writeText(request, file.token());
            Frames.writeText(request, verb.name());
            Frames.writeTexts(request, arguments);
            request.flush();
            return OptionalInt.of(copy(answer, out, err));
        } catch (ConnectException e) {
            return OptionalInt.empty();
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED,
                    "process " + file.process() + ", which has the warehouse open, ended before it had answered"
                            + (e instanceof EOFException ? "" : ": " + e.getMessage()),
                    "run the command again",
                    e);
        }
    }

    private static int copy(DataInputStream answer, PrintStream out, PrintStream err) throws IOException {
        while (true) {
            byte kind = answer.readByte();
            int number = answer.readInt();
            if (kind == Frames.EXIT) {
                return number;
            }
            PrintStream stream = kind == Frames.OUT ? out : err;
            byte[] part = answer.readNBytes(number);
            if (part.length < number) {
                throw new EOFException();
            }
            stream.write(part, 0, number);
            stream.flush();
        }
    }
}
