package io.alluvium.connector.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.connector.files.ReadPosition.DoneFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownFilesTest {
    @TempDir
    Path folder;

    private long tooLate;

    @Test
    void aPositionComesBackWithEveryNameAndNumber() {
        List<DoneFile> done = List.of(
                new DoneFile("a", 0, 0),
                new DoneFile("a/订单-1.json", Long.MAX_VALUE, 127),
                new DoneFile("a/订单-2.json", 128, 1L << 40),
                new DoneFile("b/\uD83D\uDE00", 1, 2),
                new DoneFile("b/\uD83D\uDE01", 3, 4));
        ReadPosition position = new ReadPosition(3, "c", 5, 6, 7, "0", 8, done);
        assertEquals(position, ReadPosition.decode(position.encode()));
    }

    @Test
    void aFileThatSortsBelowTheForgottenOnesIsCountedAlsoAfterARestart() {
        KnownFiles known = known(ReadPosition.START);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < KnownFiles.REMEMBERED + 5; i++) {
            String name = String.format("f%06d", i);
            names.add(name);
            known.finished(new DoneFile(name, 0, 0));
        }
        known.look(names, true, null);
        assertEquals(0, tooLate);
        names.add(3, "f000002-late");
        known.look(names, false, null);
        assertEquals(1, tooLate);
        assertFalse(known.isNew("f000002-late"));
        assertTrue(known.isNew("f000007-late"));

        names.add(4, "f000003-while-nobody-looked");
        tooLate = 0;
        ReadPosition position = new ReadPosition(0, null, 0, 0, 0, known.floor(), known.forgotten(), known.done());
        known(ReadPosition.decode(position.encode())).look(names, true, null);
        assertEquals(2, tooLate);
    }

    private KnownFiles known(ReadPosition from) {
        return new KnownFiles(FileListing.of(folder), from, name -> false, count -> tooLate += count);
    }
}
