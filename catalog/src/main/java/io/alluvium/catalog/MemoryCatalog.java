package io.alluvium.catalog;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A catalog that ends with the process: for {@code sql} without a warehouse, and for tests. */
public class MemoryCatalog implements Catalog {
    private final TreeMap<String, DatabaseDefinition> databases = new TreeMap<>();
    private final TreeMap<TablePath, CatalogObject> objects = new TreeMap<>();
    private final Map<TablePath, Integer> versions = new HashMap<>();
    private final TreeMap<String, JobDefinition> jobs = new TreeMap<>();

    @Override
    public synchronized List<DatabaseDefinition> databases() {
        return List.copyOf(databases.values());
    }

    @Override
    public synchronized Optional<DatabaseDefinition> database(String name) {
        return Optional.ofNullable(databases.get(name));
    }

    @Override
    public synchronized void createDatabase(DatabaseDefinition database) {
        if (databases.putIfAbsent(database.name(), database) != null) {
            throw new AlluviumException(
                    ErrorCode.DATABASE_EXISTS, "database \"" + database.name() + "\" exists already");
        }
    }

    @Override
    public synchronized void dropDatabase(String name) {
        requireDatabase(name);
        databases.remove(name);
        objects.keySet().removeIf(path -> path.database().equals(name));
    }

    @Override
    public synchronized List<CatalogObject> objects(String database) {
        return objects.values().stream()
                .filter(object -> object.path().database().equals(database))
                .toList();
    }

    @Override
    public synchronized Optional<CatalogObject> object(TablePath path) {
        return Optional.ofNullable(objects.get(path));
    }

    @Override
    public synchronized void create(CatalogObject object, boolean replace) {
        requireDatabase(object.path().database());
        if (!replace && objects.containsKey(object.path())) {
            throw new AlluviumException(ErrorCode.TABLE_EXISTS, "table \"" + object.path() + "\" exists already");
        }
        objects.put(object.path(), object);
        versions.merge(object.path(), 1, Integer::sum);
    }

    @Override
    public synchronized void drop(TablePath path) {
        if (objects.remove(path) == null) {
            throw new AlluviumException(ErrorCode.TABLE_NOT_FOUND, "table \"" + path + "\" does not exist");
        }
    }

    @Override
    public synchronized int version(TablePath path) {
        return versions.getOrDefault(path, 0);
    }

    @Override
    public synchronized List<JobDefinition> jobs() {
        return List.copyOf(jobs.values());
    }

    @Override
    public synchronized Optional<JobDefinition> job(String name) {
        return Optional.ofNullable(jobs.get(name));
    }

    @Override
    public synchronized void putJob(JobDefinition job) {
        jobs.put(job.name(), job);
    }

    @Override
    public synchronized void dropJob(String name) {
        if (jobs.remove(name) == null) {
            throw new AlluviumException(ErrorCode.JOB_NOT_FOUND, "job \"" + name + "\" is not known");
        }
    }

    /** Puts back what a store holds, without counting versions anew. */
    protected synchronized void restore(TablePath path, CatalogObject object, int version) {
        objects.put(path, object);
        versions.put(path, version);
    }

    private void requireDatabase(String name) {
        if (!databases.containsKey(name)) {
            throw new AlluviumException(
                    ErrorCode.DATABASE_NOT_FOUND,
                    "database \"" + name + "\" does not exist",
                    Suggestion.didYouMean(name, databases.keySet()));
        }
    }
}
