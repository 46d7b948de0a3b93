package io.alluvium.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text is UTF-8 in a JVM with another default charset, whichever class of Calcite or ours is used first. */
class PlatformCharsetTest {
    @ParameterizedTest
    @CsvSource({"GBK,parser", "GBK,calcite", "ISO-8859-1,parser", "US-ASCII,calcite"})
    void textDoesNotDependOnThePlatform(String charset, String first) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dfile.encoding=" + charset,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        first)
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        assertEquals("SELECT '\u5317\u4eac', `\u57ce\u5e02` FROM t UTF-8", printed.strip());
    }

    /** What the other JVM runs. */
    static final class Program {
        public static void main(String[] args) throws IOException {
            if (args[0].equals("calcite")) {
                SqlLiteral.createCharString("\u5317", SqlParserPos.ZERO);
            }
            StatementText text = ScriptSplitter.split("SELECT '\u5317\u4eac', \u57ce\u5e02 FROM t;", null)
                    .get(0);
            String written = DialectText.of(StatementParser.parseQuery(text.text())) + " "
                    + org.apache.calcite.util.Util.getDefaultCharset();
            System.out.write(written.getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        }
    }
}
