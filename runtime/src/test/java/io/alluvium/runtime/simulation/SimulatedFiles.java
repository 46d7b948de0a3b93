package io.alluvium.runtime.simulation;

import io.alluvium.core.io.DurableFiles;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A folder that outlives crashes, and loses at each what was not synced: of a file's content an arbitrary part behind the
 * synced one, of a folder's creations, renames and deletions an arbitrary choice of those since its last sync. Syncs and the
 * atomicity of renames can be switched off, to show that each is needed. Single-threaded.
 */
public final class SimulatedFiles implements DurableFiles {
    private final Random random;
    private Faults faults = Faults.NONE;
    private Predicate<String> ignoredSyncs = name -> false;
    private Predicate<String> ignoredFolderSyncs = name -> false;
    private Predicate<String> tornRenames = name -> false;
    private Map<String, Content> volatileNames = new TreeMap<>();
    private final Map<String, Content> durableNames = new TreeMap<>();
    private final List<NameChange> unsynced = new ArrayList<>();

    public SimulatedFiles(Random random) {
        this.random = random;
    }

    private static final class Content {
        byte[] bytes = new byte[0];
        byte[] synced = new byte[0];
        boolean everSynced;
    }

    /** What happened to one name of a folder; a rename is one change of two names. */
    private record NameChange(String folder, Map<String, Content> puts, List<String> removals) {}

    public void faults(Faults now) {
        faults = now;
    }

    /** Syncs of files and folders with these names do nothing from now on. */
    public void ignoreSyncs(Predicate<String> names, Predicate<String> folders) {
        ignoredSyncs = names;
        ignoredFolderSyncs = folders;
    }

    /** A rename to these names copies the bytes instead, so that a crash in it leaves half a file under the new name. */
    public void tearRenames(Predicate<String> names) {
        tornRenames = names;
    }

    /** The process dies: what was not synced may be lost. */
    public void crash() {
        for (NameChange change : unsynced) {
            if (random.nextBoolean()) {
                change.removals.forEach(durableNames::remove);
                durableNames.putAll(change.puts);
            }
        }
        unsynced.clear();
        for (Content content : durableNames.values()) {
            if (!Arrays.equals(content.bytes, content.synced)) {
                byte[] kept = content.everSynced ? content.synced : new byte[0];
                int more = random.nextInt(content.bytes.length + 1);
                content.bytes = more > kept.length ? Arrays.copyOf(content.bytes, more) : kept;
                content.synced = content.bytes;
                content.everSynced = true;
            }
        }
        volatileNames = new TreeMap<>(durableNames);
    }

    @Override
    public OutputStream create(String name) {
        faults.at("create " + name);
        Content content = new Content();
        volatileNames.put(name, content);
        unsynced.add(new NameChange(folder(name), Map.of(name, content), List.of()));
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                faults.at("write " + name);
                content.bytes = toByteArray();
            }
        };
    }

    @Override
    public void sync(String name) throws FileNotFoundException {
        faults.at("sync " + name);
        Content content = content(name);
        if (!ignoredSyncs.test(name)) {
            content.synced = content.bytes;
            content.everSynced = true;
        }
        faults.at("synced " + name);
    }

    @Override
    public void rename(String from, String to) throws FileNotFoundException {
        faults.at("rename " + to);
        Content content = content(from);
        if (tornRenames.test(to)) {
            Content copy = new Content();
            copy.bytes = Arrays.copyOf(content.bytes, content.bytes.length / 2);
            copy.synced = copy.bytes;
            copy.everSynced = true;
            volatileNames.put(to, copy);
            unsynced.add(new NameChange(folder(to), Map.of(to, copy), List.of()));
            faults.at("renaming " + to);
            copy.bytes = content.bytes;
            copy.synced = content.bytes;
            volatileNames.remove(from);
            unsynced.add(new NameChange(folder(from), Map.of(), List.of(from)));
        } else {
            volatileNames.remove(from);
            volatileNames.put(to, content);
            unsynced.add(new NameChange(folder(to), Map.of(to, content), List.of(from)));
        }
        faults.at("renamed " + to);
    }

    @Override
    public void syncFolder(String folder) {
        faults.at("sync folder " + folder);
        if (!ignoredFolderSyncs.test(folder)) {
            for (NameChange change : unsynced) {
                if (change.folder.equals(folder)) {
                    change.removals.forEach(durableNames::remove);
                    durableNames.putAll(change.puts);
                }
            }
            unsynced.removeIf(change -> change.folder.equals(folder));
        }
        faults.at("synced folder " + folder);
    }

    @Override
    public byte[] read(String name) throws FileNotFoundException {
        faults.at("read " + name);
        return content(name).bytes.clone();
    }

    @Override
    public boolean exists(String name) {
        return volatileNames.containsKey(name);
    }

    @Override
    public void delete(String name) {
        faults.at("delete " + name);
        if (volatileNames.remove(name) != null) {
            unsynced.add(new NameChange(folder(name), Map.of(), List.of(name)));
        }
    }

    @Override
    public List<String> list(String folder) {
        return volatileNames.keySet().stream()
                .filter(name -> folder(name).equals(folder))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .toList();
    }

    @Override
    public String toString() {
        return "simulated folder";
    }

    private Content content(String name) throws FileNotFoundException {
        Content content = volatileNames.get(name);
        if (content == null) {
            throw new FileNotFoundException(name);
        }
        return content;
    }

    private static String folder(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? "" : name.substring(0, slash);
    }
}
