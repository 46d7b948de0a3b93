package io.alluvium.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Databases, tables, views and jobs by name. Every change is a new version of the object; a dropped object's versions stay.
 * Thread-safe.
 */
public interface Catalog extends AutoCloseable {

    /** Sorted by name. */
    List<DatabaseDefinition> databases();

    Optional<DatabaseDefinition> database(String name);

    /** @throws io.alluvium.core.error.AlluviumException DATABASE_EXISTS */
    void createDatabase(DatabaseDefinition database);

    /** Drops a database with all that is in it. @throws io.alluvium.core.error.AlluviumException DATABASE_NOT_FOUND */
    void dropDatabase(String name);

    /** Tables and views of a database, sorted by name. */
    List<CatalogObject> objects(String database);

    Optional<CatalogObject> object(TablePath path);

    /**
     * Adds a table or view.
     *
     * @param replace puts it in the place of an object of the same name
     * @throws io.alluvium.core.error.AlluviumException TABLE_EXISTS, DATABASE_NOT_FOUND
     */
    void create(CatalogObject object, boolean replace);

    /** @throws io.alluvium.core.error.AlluviumException TABLE_NOT_FOUND */
    void drop(TablePath path);

    /** Version of an object, counted from 1 over all objects that had this name; 0 where there never was one. */
    int version(TablePath path);

    /** Sorted by name. */
    List<JobDefinition> jobs();

    Optional<JobDefinition> job(String name);

    /** Adds a job or a new version of it. */
    void putJob(JobDefinition job);

    void dropJob(String name);

    @Override
    default void close() {}
}
