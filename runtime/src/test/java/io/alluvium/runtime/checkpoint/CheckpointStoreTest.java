package io.alluvium.runtime.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.io.LocalFiles;
import io.alluvium.runtime.checkpoint.Manifest.FileEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing, falling back, cleaning up. */
class CheckpointStoreTest {
    private static final StateFileWriter.Content ONE_BYTE = new StateFileWriter.Content() {
        @Override
        public long bytes() {
            return 1;
        }

        @Override
        public void writeTo(OutputStream target) throws IOException {
            target.write(1);
        }
    };

    @TempDir
    Path folder;

    @Test
    void theNewestCheckpointComesBackWhole() throws Exception {
        LocalFiles files = LocalFiles.in(folder);
        CheckpointStore store = new CheckpointStore(files);
        assertNull(store.newest());
        long attempt = store.nextAttempt(0, null);
        publish(store, attempt, 1);
        publish(store, attempt, 2);
        CheckpointStore.Restored restored = new CheckpointStore(files).newest();
        assertEquals(2, restored.manifest().checkpoint());
        assertEquals("Asia/Shanghai", restored.manifest().zone());
        assertEquals(Map.of("node", Map.of("in", 2L)), restored.manifest().counters());
        assertEquals(Map.of("scan", Long.MIN_VALUE), restored.manifest().watermarks());
        assertEquals(1, restored.state().size());
        assertNull(restored.fellBackFrom());
        assertEquals(2, store.nextAttempt(0, restored));
    }

    @Test
    void aManifestWithoutAZoneIsRead() throws Exception {
        Manifest older = new Manifest(
                "job", 1, 1, 1, 1, 1, null, Map.of(), List.of(), Map.of(), Map.of("node", Map.of("in", 7L)), 0);
        assertEquals(older, ManifestCodec.decode("older", ManifestCodec.encode(older)));
    }

    @Test
    void anUnreadableNewestFallsBackToThePreviousAndSaysSo() throws Exception {
        MemoryFiles files = new MemoryFiles();
        CheckpointStore store = new CheckpointStore(files);
        long attempt = store.nextAttempt(0, null);
        publish(store, attempt, 1);
        publish(store, attempt, 2);
        damage(files, "manifests/" + files.list("manifests").get(1));
        CheckpointStore.Restored restored = store.newest();
        assertEquals(1, restored.manifest().checkpoint());
        assertEquals("000000000002-1.json", restored.fellBackFrom());
        damage(files, "state/" + files.list("state").get(0));
        AlluviumException failure = assertThrows(AlluviumException.class, store::newest);
        assertEquals(ErrorCode.STATE_CORRUPT, failure.code());
        assertTrue(failure.getMessage().contains("none of the 2 checkpoints"), failure.getMessage());
    }

    @Test
    void onlyWhatTheNewestTwoNameIsKept() {
        MemoryFiles files = new MemoryFiles();
        CheckpointStore store = new CheckpointStore(files);
        long attempt = store.nextAttempt(0, null);
        for (int checkpoint = 1; checkpoint <= 5; checkpoint++) {
            publish(store, attempt, checkpoint);
            store.removeOld(attempt, name -> false);
        }
        assertEquals(List.of("000000000004-1.json", "000000000005-1.json"), files.list("manifests"));
        assertEquals(List.of("000000000004-1-0-0.state", "000000000005-1-0-0.state"), files.list("state"));
    }

    @Test
    void anOlderAttemptPublishesNothingAnyMore() {
        MemoryFiles files = new MemoryFiles();
        CheckpointStore older = new CheckpointStore(files);
        long first = older.nextAttempt(0, null);
        publish(older, first, 1);
        CheckpointStore newer = new CheckpointStore(files);
        newer.nextAttempt(0, newer.newest());
        AlluviumException failure = assertThrows(AlluviumException.class, () -> publish(older, first, 2));
        assertEquals(ErrorCode.FENCED, failure.code());
        assertEquals(1, newer.newest().manifest().checkpoint());
    }

    @Test
    void aFullDiskIsAStorageErrorThatNamesTheFolder() {
        MemoryFiles full = new MemoryFiles() {
            @Override
            public OutputStream create(String name) {
                return new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
            }

            @Override
            public String toString() {
                return "/warehouse/.state";
            }
        };
        CheckpointStore store = new CheckpointStore(full);
        AlluviumException failure =
                assertThrows(AlluviumException.class, () -> store.writeState(1, 1, "0-0", false, ONE_BYTE));
        assertEquals(ErrorCode.STORAGE_FAILED, failure.code());
        assertTrue(
                failure.getMessage().contains("/warehouse/.state failed: No space left on device"),
                failure.getMessage());
    }

    @Test
    void aStartRemovesStateFilesThatNoManifestNames() throws Exception {
        MemoryFiles files = new MemoryFiles();
        CheckpointStore store = new CheckpointStore(files);
        long attempt = store.nextAttempt(0, null);
        publish(store, attempt, 1);
        publish(store, attempt, 2);
        store.writeState(3, attempt, "0-0", false, ONE_BYTE);
        CheckpointStore.Restored restored = store.newest();
        store.nextAttempt(0, restored);
        store.removeUnpublished(restored);
        assertEquals(List.of("000000000001-1-0-0.state", "000000000002-1-0-0.state"), files.list("state"));
        assertEquals(2, store.newest().manifest().checkpoint());
    }

    @Test
    void nothingIsRemovedWhereAManifestCannotTellWhatItNames() throws Exception {
        MemoryFiles files = new MemoryFiles();
        CheckpointStore store = new CheckpointStore(files);
        long attempt = store.nextAttempt(0, null);
        publish(store, attempt, 1);
        publish(store, attempt, 2);
        damage(files, "manifests/000000000002-1.json");
        CheckpointStore.Restored restored = store.newest();
        store.nextAttempt(0, restored);
        store.removeUnpublished(restored);
        store.removeUnpublished(List.of("000000000002-1-0-0.state"));
        assertEquals(List.of("000000000001-1-0-0.state", "000000000002-1-0-0.state"), files.list("state"));
    }

    @Test
    void whatCouldNotBeWrittenWholeIsGone() {
        MemoryFiles files = new MemoryFiles();
        CheckpointStore store = new CheckpointStore(files);
        StateFileWriter.Content tooMuch = new StateFileWriter.Content() {
            @Override
            public long bytes() {
                return 2;
            }

            @Override
            public void writeTo(OutputStream target) throws IOException {
                target.write(1);
                throw new IOException("No space left on device");
            }
        };
        assertThrows(AlluviumException.class, () -> store.writeState(1, 1, "0-0", false, tooMuch));
        assertEquals(List.of(), files.list("state"));
    }

    private static void publish(CheckpointStore store, long attempt, long checkpoint) {
        StateFileWriter writer = new WrittenFiles().writer();
        writer.operator("op").put("s", 0, new byte[] {1}, "v".getBytes(StandardCharsets.UTF_8));
        List<FileEntry> files = new ArrayList<>();
        writer.finish(file -> files.add(store.writeState(checkpoint, attempt, "0-0", false, file)));
        files.forEach(store::syncState);
        Manifest manifest = new Manifest(
                "job",
                attempt,
                checkpoint,
                checkpoint * 10,
                checkpoint * 1000,
                1,
                "Asia/Shanghai",
                Map.of("op", "digest"),
                files,
                Map.of("scan", Long.MIN_VALUE),
                Map.of("node", Map.of("in", checkpoint)),
                0);
        store.publish(manifest, List.of());
    }

    private static void damage(MemoryFiles files, String name) throws IOException {
        byte[] bytes = files.read(name).clone();
        bytes[bytes.length / 2] ^= 1;
        try (OutputStream out = files.create(name)) {
            out.write(bytes);
        }
    }
}
