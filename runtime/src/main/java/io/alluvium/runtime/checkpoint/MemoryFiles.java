package io.alluvium.runtime.checkpoint;

import io.alluvium.core.io.DurableFiles;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/** Files that live as long as the object: for queries that keep nothing on disk. Thread-safe. */
public class MemoryFiles implements DurableFiles {
    private final ConcurrentSkipListMap<String, byte[]> contents = new ConcurrentSkipListMap<>();

    @Override
    public OutputStream create(String name) {
        contents.put(name, new byte[0]);
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                contents.put(name, toByteArray());
            }
        };
    }

    @Override
    public void sync(String name) throws FileNotFoundException {
        read(name);
    }

    @Override
    public void rename(String from, String to) throws FileNotFoundException {
        contents.put(to, read(from));
        contents.remove(from);
    }

    @Override
    public void syncFolder(String folder) {}

    @Override
    public byte[] read(String name) throws FileNotFoundException {
        byte[] content = contents.get(name);
        if (content == null) {
            throw new FileNotFoundException(name);
        }
        return content;
    }

    @Override
    public boolean exists(String name) {
        return contents.containsKey(name);
    }

    @Override
    public void delete(String name) {
        contents.remove(name);
    }

    @Override
    public List<String> list(String folder) {
        String prefix = folder.isEmpty() ? "" : folder + "/";
        return contents.keySet().stream()
                .filter(name -> name.startsWith(prefix) && name.indexOf('/', prefix.length()) < 0)
                .map(name -> name.substring(prefix.length()))
                .toList();
    }
}
