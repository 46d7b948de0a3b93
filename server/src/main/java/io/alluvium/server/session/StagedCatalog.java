package io.alluvium.server.session;

import io.alluvium.catalog.Catalog;
import io.alluvium.catalog.CatalogObject;
import io.alluvium.catalog.DatabaseDefinition;
import io.alluvium.catalog.JobDefinition;
import io.alluvium.catalog.MemoryCatalog;
import io.alluvium.catalog.TablePath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A copy of a catalog that a script changes while it is checked. Only {@link #apply} carries the changes over, so that a script
 * with a wrong statement leaves nothing behind.
 */
final class StagedCatalog extends MemoryCatalog {
    private final Catalog stored;
    private final List<Consumer<Catalog>> changes = new ArrayList<>();
    private boolean recording;

    StagedCatalog(Catalog stored) {
        this.stored = stored;
        for (DatabaseDefinition database : stored.databases()) {
            createDatabase(database);
            for (CatalogObject object : stored.objects(database.name())) {
                restore(object.path(), object, stored.version(object.path()));
            }
        }
        stored.jobs().forEach(this::putJob);
        recording = true;
    }

    @Override
    public synchronized void createDatabase(DatabaseDefinition database) {
        super.createDatabase(database);
        record(catalog -> catalog.createDatabase(database));
    }

    @Override
    public synchronized void dropDatabase(String name) {
        super.dropDatabase(name);
        record(catalog -> catalog.dropDatabase(name));
    }

    @Override
    public synchronized void create(CatalogObject object, boolean replace) {
        super.create(object, replace);
        record(catalog -> catalog.create(object, replace));
    }

    @Override
    public synchronized void drop(TablePath path) {
        super.drop(path);
        record(catalog -> catalog.drop(path));
    }

    @Override
    public synchronized void putJob(JobDefinition job) {
        super.putJob(job);
        record(catalog -> catalog.putJob(job));
    }

    @Override
    public synchronized void dropJob(String name) {
        super.dropJob(name);
        record(catalog -> catalog.dropJob(name));
    }

    /** Carries the changes over to the catalog this one was copied from, once. */
    synchronized void apply() {
        changes.forEach(change -> change.accept(stored));
        changes.clear();
    }

    private void record(Consumer<Catalog> change) {
        if (recording) {
            changes.add(change);
        }
    }
}
