package io.alluvium.connector.jdbc;

import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.Source;
import io.alluvium.core.connector.SourceContext;
import io.alluvium.core.connector.SplitReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the table once, as one split. */
final class JdbcSource implements Source {
    private final JdbcTable table;
    private final ScanRequest request;
    private final int pageRows;

    JdbcSource(JdbcTable table, ScanRequest request, int pageRows) {
        this.table = table;
        this.request = request;
        this.pageRows = Math.max(1, pageRows);
    }

    @Override
    public List<String> splits() {
        return List.of("table");
    }

    @Override
    public SplitReader open(String split, byte @Nullable [] position, SourceContext context) {
        return new JdbcSplitReader(table, request, pageRows, position, context);
    }
}
