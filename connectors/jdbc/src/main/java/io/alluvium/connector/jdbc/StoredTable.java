package io.alluvium.connector.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database has it.
 *
 * @param sqlName its quoted name, with its schema
 * @param ledger the quoted name of the ledger's table beside it
 * @param uniqueKeys the columns of each unique index; an index over a part or an expression has the column {@code null} there
 * @param engine the storage engine where the database has several and this one has no transactions, else null
 */
record StoredTable(
        String sqlName,
        String ledger,
        List<StoredColumn> columns,
        List<List<@Nullable String>> uniqueKeys,
        @Nullable String engine) {

    StoredTable {
        columns = List.copyOf(columns);
        uniqueKeys = List.copyOf(uniqueKeys);
    }

    List<String> columnNames() {
        return columns.stream().map(StoredColumn::name).toList();
    }
}
