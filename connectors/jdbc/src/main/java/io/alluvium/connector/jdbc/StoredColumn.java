package io.alluvium.connector.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A column as the database has it.
 *
 * @param type the database's word for its type, in lower case: {@code bigint}
 * @param fullType the type with its parameters: {@code bigint unsigned}
 * @param length characters of a text or bytes of a binary, else 0
 * @param precision digits of a number, else 0
 * @param scale digits behind the point; -1 for a FLOAT or DOUBLE that rounds to none
 * @param fraction digits of a second, else 0
 * @param filledIn the database has a value for it when it is not written
 * @param generated the database refuses to have it written
 * @param counted it numbers the rows by itself
 * @param collation how its texts are compared, null where it holds none
 */
record StoredColumn(
        String name,
        String type,
        String fullType,
        long length,
        int precision,
        int scale,
        int fraction,
        boolean filledIn,
        boolean generated,
        boolean counted,
        @Nullable String collation) {

    /** A column of which only the name is known. */
    static StoredColumn named(String name) {
        return new StoredColumn(name, "", "", 0, 0, 0, 0, true, false, false, null);
    }

    boolean unsigned() {
        return fullType.contains("unsigned");
    }
}
