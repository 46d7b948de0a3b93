package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.operator.DeadLetter;
import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Column;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table page by page in the order of its primary key, so that it can go on behind any key. A table without one, or whose
 * key the database cannot page by, is read in one go: until its end no epoch may end.
 */
final class JdbcSplitReader implements SplitReader {
    private static final byte START = 1;
    private static final byte BEHIND_KEY = 2;
    private static final byte DONE = 3;

    private final JdbcTable table;
    private final ScanRequest request;
    private final int pageRows;
    private final SourceContext context;
    private final BatchBuilder builder;
    private final List<JdbcColumn> wanted = new ArrayList<>();
    private final List<JdbcColumn> keys = new ArrayList<>();
    private final RowCodec keyCodec;
    private final boolean pages;

    private @Nullable Connection connection;
    private @Nullable PreparedStatement statement;
    private @Nullable ResultSet page;
    private int rowsOfPage;
    private byte @Nullable [] lastKey;
    private boolean done;

    JdbcSplitReader(
            JdbcTable table, ScanRequest request, int pageRows, byte @Nullable [] position, SourceContext context) {
        this.table = table;
        this.request = request;
        this.pageRows = pageRows;
        this.context = context;
        this.builder = new BatchBuilder(request.schema());
        for (String name : request.physicalColumns()) {
            wanted.add(table.column(name));
        }
        this.pages = table.pages();
        if (pages) {
            table.primaryKey().forEach(name -> keys.add(table.keyColumn(name)));
        }
        this.keyCodec = RowCodec.of(table.schema(), table.keyPositions());
        if (position != null) {
            done = position[0] == DONE;
            if (position[0] == BEHIND_KEY) {
                lastKey = Arrays.copyOfRange(position, 1, position.length);
            } else if (position[0] != START && !done) {
                throw new AlluviumException(
                        ErrorCode.STATE_VERSION, "position of a table scan has the unknown kind " + position[0]);
            }
        }
    }

    @Override
    public @Nullable RowBatch poll() {
        try {
            while (!done && !builder.isFull()) {
                ResultSet rows = page == null ? openPage() : page;
                if (rows.next()) {
                    rowsOfPage++;
                    read(rows);
                } else {
                    boolean last = !pages || rowsOfPage < pageRows;
                    closePage();
                    done = last;
                }
            }
        } catch (SQLException e) {
            throw table.connections().failed("table \"" + table.logicalName() + "\" cannot be read", e);
        }
        if (done) {
            close();
        }
        return builder.isEmpty() ? null : builder.build();
    }

    @Override
    public boolean finished() {
        return done;
    }

    @Override
    public boolean atBoundary() {
        return done || page == null || pages;
    }

    @Override
    public byte[] position() {
        byte[] key = lastKey;
        if (done || key == null) {
            return new byte[] {done ? DONE : START};
        }
        byte[] position = new byte[key.length + 1];
        position[0] = BEHIND_KEY;
        System.arraycopy(key, 0, position, 1, key.length);
        return position;
    }

    @Override
    public void close() {
        try {
            closePage();
            Connection open = connection;
            connection = null;
            if (open != null) {
                open.close();
            }
        } catch (SQLException e) {
            throw table.connections().failed("the connection cannot be closed", e);
        }
    }

    private void read(ResultSet rows) throws SQLException {
        int row = builder.size();
        Column[] key = new Column[keys.size()];
        for (int i = 0; i < key.length; i++) {
            ColumnBuilder one = new ColumnBuilder(keys.get(i).type().kind());
            keys.get(i).append(rows, i + 1, one);
            key[i] = one.build();
        }
        try {
            for (int i = 0; i < wanted.size(); i++) {
                wanted.get(i).append(rows, keys.size() + i + 1, builder.column(i));
            }
            builder.endRow(1);
        } catch (AlluviumException e) {
            builder.truncate(row);
            if (e.code() != ErrorCode.RECORD_INVALID) {
                throw e;
            }
            context.deadLetters()
                    .report(new DeadLetter(context.node(), table.logicalName() + ":" + shown(rows), null, null, 1, e));
        }
        if (key.length > 0) {
            lastKey = keyCodec.encode(key, 0);
        }
    }

    /** The row as text, for its dead letter. */
    private static String shown(ResultSet rows) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            values.add(rows.getMetaData().getColumnLabel(i) + "=" + rows.getString(i));
        }
        return values.toString();
    }

    private ResultSet openPage() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = table.connections().open();
            connection = open;
            // all pages show the table of one moment; a scan that goes on after a restart shows that of its own
            table.dialect().beginSnapshot(open);
        }
        List<String> columns = pages ? new ArrayList<>(table.primaryKey()) : new ArrayList<>();
        columns.addAll(request.physicalColumns());
        byte[] behind = lastKey;
        String sql = pages ? table.pageSql(columns, behind != null, pageRows) : table.scanSql(columns);
        PreparedStatement prepared = open.prepareStatement(sql);
        statement = prepared;
        prepared.setFetchSize(pages ? pageRows : table.dialect().streamingFetchSize(pageRows));
        if (behind != null) {
            List<Integer> parameters = table.behind().parameters();
            for (int i = 0; i < parameters.size(); i++) {
                int key = parameters.get(i);
                keys.get(key).set(prepared, i + 1, keyCodec.value(behind, 0, key));
            }
        }
        rowsOfPage = 0;
        ResultSet rows = prepared.executeQuery();
        page = rows;
        return rows;
    }

    private void closePage() throws SQLException {
        ResultSet rows = page;
        PreparedStatement prepared = statement;
        page = null;
        statement = null;
        if (rows != null) {
            rows.close();
        }
        if (prepared != null) {
            prepared.close();
        }
    }
}
