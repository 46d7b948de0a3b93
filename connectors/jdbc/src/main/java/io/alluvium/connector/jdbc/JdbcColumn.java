package io.alluvium.connector.jdbc;

import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.type.DataType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Moves the values of one column between Alluvium and a database, exactly and never through the JVM's zone. A value that the
 * declared type or the database cannot hold is an error, not a near value. Used by one thread.
 */
interface JdbcColumn {
    /** The column's name in the Alluvium table. */
    String name();

    DataType type();

    /**
     * Sets a statement's parameter to a value as {@link io.alluvium.core.row.Column#value} gives it.
     *
     * @throws io.alluvium.core.error.AlluviumException VALUE_REFUSED where the database cannot hold the value
     */
    void set(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException;

    /**
     * Appends a column of a result's current row.
     *
     * @throws io.alluvium.core.error.AlluviumException RECORD_INVALID where the stored value does not fit the declared type
     */
    void append(ResultSet result, int column, ColumnBuilder target) throws SQLException;
}
