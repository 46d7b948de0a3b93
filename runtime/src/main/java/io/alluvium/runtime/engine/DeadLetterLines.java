package io.alluvium.runtime.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.alluvium.core.operator.DeadLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * A dead letter as one line of JSON: {@code checkpoint, node, position, code, error, weight}, and where known {@code row_tag} (hex)
 * and {@code raw} (text; {@code raw_base64} where it is not UTF-8).
 */
final class DeadLetterLines {
    private static final JsonFactory JSON = new JsonFactory();

    private DeadLetterLines() {}

    static List<byte[]> of(List<DeadLetter> letters, long checkpoint) {
        List<byte[]> lines = new ArrayList<>(letters.size());
        for (DeadLetter letter : letters) {
            lines.add(line(letter, checkpoint));
        }
        return lines;
    }

    private static byte[] line(DeadLetter letter, long checkpoint) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("checkpoint", checkpoint);
            json.writeStringField("node", letter.node());
            json.writeStringField("position", letter.position());
            json.writeStringField("code", letter.error().code().name());
            json.writeStringField("error", letter.error().problem());
            json.writeNumberField("weight", letter.weight());
            byte[] rowTag = letter.rowTag();
            if (rowTag != null) {
                json.writeStringField("row_tag", HexFormat.of().formatHex(rowTag));
            }
            byte[] raw = letter.raw();
            if (raw != null) {
                writeRaw(json, raw);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeRaw(JsonGenerator json, byte[] raw) throws IOException {
        try {
            json.writeStringField(
                    "raw",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(raw))
                            .toString());
        } catch (CharacterCodingException e) {
            json.writeStringField("raw_base64", Base64.getEncoder().encodeToString(raw));
        }
    }
}
