package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.TableSpec;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must hold of a table of MySQL before the first row is written into it. */
final class MySqlWriteChecks {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlWriteChecks.class);

    private final TableSpec table;
    private final StoredTable stored;
    private final List<StoredColumn> matched;

    /** @param matched the stored column of each declared one */
    MySqlWriteChecks(TableSpec table, StoredTable stored, List<StoredColumn> matched) {
        this.table = table;
        this.stored = stored;
        this.matched = matched;
    }

    /** @throws AlluviumException TYPE_MISMATCH, TABLE_INVALID */
    void check() {
        if (stored.engine() != null) {
            throw invalid(
                    "has the engine " + stored.engine() + ", which has no transactions: a crash would write rows twice",
                    "ALTER TABLE " + stored.sqlName() + " ENGINE = InnoDB");
        }
        for (int i = 0; i < matched.size(); i++) {
            Field field = table.schema().fields().get(i);
            StoredColumn column = matched.get(i);
            if (column.generated()) {
                throw invalid(
                        "computes its column \"" + column.name() + "\" itself, it cannot be written",
                        "leave the column out of table \"" + table.name() + "\"");
            }
            String reason = MySqlTypes.unwritable(field.type(), column);
            if (reason != null) {
                throw new AlluviumException(
                        ErrorCode.TYPE_MISMATCH,
                        "column \"" + field.name() + "\" of table \"" + table.name() + "\" is "
                                + field.type().sql() + ", MySQL has " + column.fullType() + " in " + stored.sqlName()
                                + ", which " + reason,
                        "declare the column as MySQL has it and CAST what is written, or change it in MySQL");
            }
        }
        for (StoredColumn column : stored.columns()) {
            if (!matched.contains(column) && !column.filledIn()) {
                throw invalid(
                        "has a column \"" + column.name() + "\" that is NOT NULL, has no default and is not in table \""
                                + table.name() + "\"",
                        "add the column to the table, or give it a default in MySQL");
            }
        }
        if (!table.primaryKey().isEmpty()) {
            checkKey();
        }
    }

    private void checkKey() {
        List<String> names = new ArrayList<>();
        for (String name : table.primaryKey()) {
            StoredColumn column = matched.get(table.schema().indexOf(name));
            names.add(column.name());
            String collation = column.collation();
            if (collation != null && !collation.endsWith("_bin")) {
                LOG.warn(
                        "table={} key column={} has the collation {} in MySQL, which takes different texts for equal: such"
                                + " keys share a row; utf8mb4_0900_bin keeps them apart",
                        table.name(),
                        name,
                        collation);
            }
        }
        Set<String> key = new HashSet<>(names);
        boolean unique = stored.uniqueKeys().stream()
                .anyMatch(columns -> !columns.contains(null) && new HashSet<>(columns).equals(key));
        if (!unique) {
            String list =
                    String.join(", ", names.stream().map(MySqlDialect::quote).toList());
            throw invalid(
                    "has no unique index on (" + list + "), the primary key of table \"" + table.name()
                            + "\": an update would add a row",
                    "ALTER TABLE " + stored.sqlName() + " ADD PRIMARY KEY (" + list + ")");
        }
    }

    private AlluviumException invalid(String problem, String hint) {
        return new AlluviumException(
                ErrorCode.TABLE_INVALID, "MySQL's table " + stored.sqlName() + " " + problem, hint);
    }
}
