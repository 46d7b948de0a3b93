package io.alluvium.connector.formats;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a source means where its format leaves a choice.
 *
 * @param zone the zone of TIMESTAMP_LTZ text without an offset, or null where such text is refused
 * @param zeroDateIsNull MySQL's dates with a month or day of zero become NULL instead of being refused
 * @param binary how bytes are written as text
 */
public record TextRules(@Nullable ZoneId zone, boolean zeroDateIsNull, BinaryText binary) {

    /** How bytes are written as text. */
    public enum BinaryText {
        BASE64,
        /** One character a byte (ISO-8859-1), as Canal does. */
        CHAR_A_BYTE
    }

    /** Rules of JSON and CSV: instants carry an offset, bytes are base64. */
    public static TextRules plain() {
        return new TextRules(null, false, BinaryText.BASE64);
    }
}
