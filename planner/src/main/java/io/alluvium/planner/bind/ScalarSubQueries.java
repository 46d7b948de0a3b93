package io.alluvium.planner.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Finds, in a parsed query, the sub-queries that stand for one value. The algebra does not say where in the text they were written.
 * Those that aggregate without GROUP BY are left out: they have one row whatever their tables hold.
 */
public final class ScalarSubQueries {
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");

    private final List<SqlParserPos> found = new ArrayList<>();

    private ScalarSubQueries() {}

    /** Where they stand, in the order of the text. */
    public static List<SqlParserPos> of(SqlNode query) {
        ScalarSubQueries queries = new ScalarSubQueries();
        queries.rows(query);
        return List.copyOf(queries.found);
    }

    /** What gives rows: a query, or something in FROM. */
    private void rows(@Nullable SqlNode node) {
        if (node instanceof SqlSelect select) {
            rows(select.getFrom());
            values(select.getSelectList());
            values(select.getWhere());
            values(select.getGroup());
            values(select.getHaving());
            values(select.getQualify());
        } else if (node instanceof SqlJoin join) {
            rows(join.getLeft());
            rows(join.getRight());
            values(join.getCondition());
        } else if (node instanceof SqlCall call) {
            call.getOperandList().forEach(this::rows);
        } else if (node instanceof Iterable<?> list) {
            list.forEach(part -> rows((SqlNode) part));
        }
    }

    /** What gives one value for each row. */
    private void values(@Nullable SqlNode node) {
        if (node == null) {
            return;
        }
        if (node.isA(SqlKind.QUERY)) {
            if (!isAggregated(node)) {
                found.add(node.getParserPosition());
            }
            rows(node);
            return;
        }
        boolean takesRows = node.getKind() == SqlKind.EXISTS
                || node.getKind() == SqlKind.IN
                || node.getKind() == SqlKind.NOT_IN
                || node.getKind() == SqlKind.SOME
                || node.getKind() == SqlKind.ALL;
        if (node instanceof SqlCall call) {
            for (SqlNode operand : call.getOperandList()) {
                if (takesRows && operand != null && operand.isA(SqlKind.QUERY)) {
                    rows(operand);
                } else {
                    values(operand);
                }
            }
        } else if (node instanceof Iterable<?> list) {
            list.forEach(part -> values((SqlNode) part));
        }
    }

    private static boolean isAggregated(SqlNode query) {
        if (!(query instanceof SqlSelect select) || select.getGroup() != null) {
            return false;
        }
        boolean[] aggregates = new boolean[1];
        select.getSelectList().accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
                aggregates[0] |= call.getOperator() instanceof SqlFunction function
                        && AGGREGATES.contains(function.getName().toUpperCase(Locale.ROOT));
                return call.isA(SqlKind.QUERY) ? null : super.visit(call);
            }
        });
        return aggregates[0];
    }
}
