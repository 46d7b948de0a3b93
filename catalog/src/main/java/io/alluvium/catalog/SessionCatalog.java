package io.alluvium.catalog;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A catalog as one session sees it: the stored objects, over them the session's temporary ones, and the current database.
 * Used by one thread.
 */
public final class SessionCatalog {
    /** Current database of a new session. */
    public static final String DEFAULT_DATABASE = "default";

    private final Catalog stored;
    private final TreeMap<TablePath, CatalogObject> temporary = new TreeMap<>();
    private String currentDatabase = DEFAULT_DATABASE;

    public SessionCatalog(Catalog stored) {
        this.stored = stored;
    }

    public Catalog stored() {
        return stored;
    }

    public String currentDatabase() {
        return currentDatabase;
    }

    /** @throws AlluviumException DATABASE_NOT_FOUND with a suggestion */
    public void use(String database) {
        requireDatabase(database);
        currentDatabase = database;
    }

    /** A name of one part in the current database, of two parts as written; a third part (a catalog) in front is ignored. */
    public TablePath resolve(List<String> names) {
        int size = names.size();
        return size == 1
                ? new TablePath(currentDatabase, names.get(0))
                : new TablePath(databaseName(names.get(size - 2)), names.get(size - 1));
    }

    /** {@code ads} is the other name of {@code app} where only {@code app} exists. */
    public String databaseName(String written) {
        boolean alias = written.equals("ads") && stored.database("ads").isEmpty();
        return alias && stored.database("app").isPresent() ? "app" : written;
    }

    public Optional<CatalogObject> object(TablePath path) {
        CatalogObject own = temporary.get(path);
        return own != null ? Optional.of(own) : stored.object(path);
    }

    /** @throws AlluviumException TABLE_NOT_FOUND or DATABASE_NOT_FOUND, with a suggestion */
    public CatalogObject require(TablePath path) {
        return object(path).orElseThrow(() -> notFound(path));
    }

    /** Tables and views of a database, temporary ones included, sorted by name. */
    public List<CatalogObject> objects(String database) {
        TreeMap<TablePath, CatalogObject> all = new TreeMap<>();
        stored.objects(database).forEach(object -> all.put(object.path(), object));
        temporary.forEach((path, object) -> {
            if (path.database().equals(database)) {
                all.put(path, object);
            }
        });
        return List.copyOf(all.values());
    }

    public void create(CatalogObject object, boolean replace) {
        if (!object.temporary()) {
            stored.create(object, replace);
            return;
        }
        requireDatabase(object.path().database());
        if (!replace && temporary.containsKey(object.path())) {
            throw new AlluviumException(
                    ErrorCode.TABLE_EXISTS, "temporary table \"" + object.path() + "\" exists already");
        }
        temporary.put(object.path(), object);
    }

    /** Drops the temporary object of this name, else the stored one. */
    public void drop(TablePath path) {
        if (temporary.remove(path) == null) {
            require(path);
            stored.drop(path);
        }
    }

    public AlluviumException notFound(TablePath path) {
        if (stored.database(path.database()).isEmpty()) {
            return databaseNotFound(path.database());
        }
        List<String> names = new ArrayList<>();
        objects(path.database()).forEach(object -> names.add(object.path().name()));
        String hint = Suggestion.didYouMean(path.name(), names);
        if (hint == null) {
            for (DatabaseDefinition database : stored.databases()) {
                TablePath elsewhere = new TablePath(database.name(), path.name());
                if (object(elsewhere).isPresent()) {
                    hint = "did you mean \"" + elsewhere + "\"?";
                }
            }
        }
        return new AlluviumException(ErrorCode.TABLE_NOT_FOUND, "table \"" + path + "\" does not exist", hint);
    }

    private void requireDatabase(String name) {
        if (stored.database(name).isEmpty()) {
            throw databaseNotFound(name);
        }
    }

    private AlluviumException databaseNotFound(String name) {
        List<String> names =
                stored.databases().stream().map(DatabaseDefinition::name).toList();
        return new AlluviumException(
                ErrorCode.DATABASE_NOT_FOUND,
                "database \"" + name + "\" does not exist",
                Suggestion.didYouMean(name, names));
    }
}
