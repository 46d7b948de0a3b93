package io.alluvium.catalog;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A catalog kept in an H2 database in the warehouse folder. Each change adds a row with the object's new version (a dropped
 * object's row has no definition), so that history is never overwritten. One process at a time; reads come from memory.
 */
public final class StoredCatalog extends MemoryCatalog {
    private static final int FORMAT_VERSION = 1;
    private static final int H2_DATABASE_ALREADY_OPEN = 90020;

    private final Connection connection;
    private final Path file;

    private StoredCatalog(Connection connection, Path file) {
        this.connection = connection;
        this.file = file;
    }

    /**
     * Opens or creates the catalog.
     *
     * @param file path without H2's ending
     * @throws AlluviumException STATE_FOLDER_IN_USE when another process has it open, STORAGE_FAILED, STATE_VERSION
     */
    public static StoredCatalog open(Path file) {
        String url = "jdbc:h2:file:" + file.toAbsolutePath() + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";
        try {
            StoredCatalog catalog = new StoredCatalog(DriverManager.getConnection(url, "sa", ""), file);
            boolean whole = false;
            try {
                catalog.prepare();
                catalog.load();
                CatalogOwner.write(file);
                whole = true;
                return catalog;
            } finally {
                if (!whole) {
                    catalog.connection.close();
                }
            }
        } catch (SQLException e) {
            if (e.getErrorCode() == H2_DATABASE_ALREADY_OPEN) {
                throw new AlluviumException(
                        ErrorCode.STATE_FOLDER_IN_USE,
                        "the catalog " + file + " is in use by " + CatalogOwner.read(file),
                        "wait until that process has ended, or stop it; what \"alluvium run\" holds answers sql, explain and jobs"
                                + " once it says that its control port listens",
                        e);
            }
            throw failed(file, "open", e);
        }
    }

    @Override
    public synchronized void createDatabase(DatabaseDefinition database) {
        super.createDatabase(database);
        append("database", database.name(), "", 0, DefinitionJson.write(database));
    }

    @Override
    public synchronized void dropDatabase(String name) {
        super.dropDatabase(name);
        append("database", name, "", 0, null);
    }

    @Override
    public synchronized void create(CatalogObject object, boolean replace) {
        super.create(object, replace);
        TablePath path = object.path();
        append("object", path.database(), path.name(), version(path), DefinitionJson.write(object));
    }

    @Override
    public synchronized void drop(TablePath path) {
        super.drop(path);
        append("object", path.database(), path.name(), version(path), null);
    }

    @Override
    public synchronized void putJob(JobDefinition job) {
        super.putJob(job);
        append("job", "", job.name(), 0, DefinitionJson.write(job));
    }

    @Override
    public synchronized void dropJob(String name) {
        super.dropJob(name);
        append("job", "", name, 0, null);
    }

    @Override
    public synchronized void close() {
        try {
            CatalogOwner.delete(file);
            connection.close();
        } catch (SQLException e) {
            throw failed(file, "close", e);
        }
    }

    private void prepare() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS alluvium_catalog (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
                            + "format INT NOT NULL, kind VARCHAR NOT NULL, database_name VARCHAR NOT NULL, name VARCHAR NOT NULL, "
                            + "version INT NOT NULL, definition VARCHAR, changed_at TIMESTAMP WITH TIME ZONE NOT NULL)");
        }
    }

    private void load() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT format, kind, database_name, name, version, definition FROM alluvium_catalog ORDER BY id")) {
            while (rows.next()) {
                if (rows.getInt(1) > FORMAT_VERSION) {
                    throw new AlluviumException(
                            ErrorCode.STATE_VERSION,
                            "the catalog " + file + " was written by a newer version",
                            "use the version that wrote it");
                }
                replay(rows.getString(2), rows.getString(3), rows.getString(4), rows.getInt(5), rows.getString(6));
            }
        }
    }

    private void replay(String kind, String database, String name, int version, @Nullable String definition) {
        TablePath path = new TablePath(database, name);
        switch (kind) {
            case "database" -> {
                if (definition == null) {
                    super.dropDatabase(database);
                } else {
                    super.createDatabase(DefinitionJson.readDatabase(database, definition));
                }
            }
            case "object" -> {
                if (definition == null) {
                    super.drop(path);
                } else {
                    restore(path, DefinitionJson.readObject(path, definition), version);
                }
            }
            case "job" -> {
                if (definition == null) {
                    super.dropJob(name);
                } else {
                    super.putJob(DefinitionJson.readJob(name, definition));
                }
            }
            default -> throw AlluviumException.internal("unknown kind in the catalog: " + kind);
        }
    }

    private void append(String kind, String database, String name, int version, @Nullable String definition) {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO alluvium_catalog (format, kind, database_name, name, version, definition, changed_at) "
                        + "VALUES (?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)")) {
            insert.setInt(1, FORMAT_VERSION);
            insert.setString(2, kind);
            insert.setString(3, database);
            insert.setString(4, name);
            insert.setInt(5, version);
            insert.setString(6, definition);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw failed(file, "write", e);
        }
    }

    private static AlluviumException failed(Path file, String operation, SQLException cause) {
        return new AlluviumException(
                ErrorCode.STORAGE_FAILED,
                "cannot " + operation + " the catalog " + file + ": " + cause.getMessage(),
                "see that its disk has room; where the file is damaged, restore it from a backup, or move it away and run the scripts"
                        + " again, which make its tables anew",
                cause);
    }
}
