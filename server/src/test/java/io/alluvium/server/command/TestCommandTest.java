package io.alluvium.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.server.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCommandTest {
    private final PrintStream before = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void catchOutput() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveOutputBack() {
        System.setOut(before);
    }

    @Test
    void theScriptOfANewWarehousePasses() {
        Path warehouse = folder.resolve("shop");
        assertEquals(0, Main.run("init", warehouse.toString()));
        assertEquals(0, Main.run("test", warehouse.resolve("tests/gmv.slt").toString()), this::printed);
        assertTrue(printed().contains("1 of 1 scripts passed"), this::printed);
    }

    @Test
    void aWrongScriptIsTheUsersErrorAndShownWithItsLine() throws IOException {
        Path good = script("good.slt", "table t (v INT)\nstream s\nSELECT v FROM t;\nfeed t\n+I 1\nexpect s\n+ 1\n");
        Path wrong = script("wrong.slt", "table t (v INT)\nstream s\nSELECT v FROM t;\nfeed t\n+I 1\nexpect s\n+ 2\n");
        Path unreadable = script("unreadable.slt", "feed\n");
        assertEquals(1, Main.run("test", good.toString(), wrong.toString(), unreadable.toString()), this::printed);
        assertTrue(printed().contains("ok      " + good), this::printed);
        assertTrue(printed().contains("FAILED  " + wrong), this::printed);
        assertTrue(printed().contains("wrong.slt:6:1"), this::printed);
        assertTrue(printed().contains("unreadable.slt:1:1"), this::printed);
        assertTrue(printed().contains("1 of 3 scripts passed"), this::printed);
    }

    private Path script(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
