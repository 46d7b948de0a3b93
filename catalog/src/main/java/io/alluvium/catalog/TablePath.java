package io.alluvium.catalog;

/** Database and name of a table or view. Both are case-sensitive. */
public record TablePath(String database, String name) implements Comparable<TablePath> {

    /** {@code database.name}. */
    @Override
    public String toString() {
        return database + "." + name;
    }

    @Override
    public int compareTo(TablePath other) {
        int byDatabase = database.compareTo(other.database);
        return byDatabase != 0 ? byDatabase : name.compareTo(other.name);
    }
}
