package io.alluvium.planner.bind;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.sql.grammar.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Refuses, at its place and by its name, what the grammar takes and plans do not have yet. */
final class Refusals {
    /** Aggregates that plans have; with OVER Calcite would take them apart before we see them. */
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");

    private Refusals() {}

    static void check(SqlCall call) {
        hints(call);
        if (call.getOperator() instanceof SqlSetOperator operator
                && operator.isAll()
                && call.getKind() != SqlKind.UNION) {
            String name = call.getKind() == SqlKind.INTERSECT ? "INTERSECT" : "EXCEPT";
            throw refusal(
                    call.getParserPosition(),
                    name + " ALL is not supported yet",
                    name + " without ALL gives each row once; number equal rows to keep their count: "
                            + "ROW_NUMBER() OVER (PARTITION BY all columns ORDER BY one of them), then " + name);
        }
        if (call.getKind() == SqlKind.OVER) {
            over(call);
        }
        boolean groups = call.getKind() == SqlKind.GROUPING_SETS
                || call.getKind() == SqlKind.CUBE
                || call.getKind() == SqlKind.ROLLUP;
        if (groups) {
            throw refusal(
                    call.getParserPosition(),
                    call.getKind().name().replace('_', ' ') + " is not supported yet",
                    "write one GROUP BY for each and join them with UNION ALL");
        }
    }

    private static void over(SqlCall call) {
        SqlNode function = call.operand(0);
        while (function instanceof SqlCall inner
                && (inner.getKind() == SqlKind.IGNORE_NULLS
                        || inner.getKind() == SqlKind.RESPECT_NULLS
                        || inner.getKind() == SqlKind.FILTER)) {
            function = inner.operand(0);
        }
        if (function instanceof SqlCall inner
                && AGGREGATES.contains(inner.getOperator().getName().toUpperCase(Locale.ROOT))) {
            throw refusal(
                    inner.getParserPosition(),
                    "function \"" + inner.getOperator().getName() + "\" with OVER is not supported yet",
                    "there is ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..); a total over all rows of a group is a "
                            + "GROUP BY in a sub-query, joined by the group's columns");
        }
    }

    // ---- hints: one that would have no effect is refused, not ignored

    private static void hints(SqlCall call) {
        SqlNodeList hints = null;
        if (call instanceof SqlSelect select && select.hasHints()) {
            hints = select.getHints();
        } else if (call.getKind() == SqlKind.TABLE_REF && call.operandCount() > 1) {
            hints = (SqlNodeList) call.operand(1);
        }
        if (hints != null && !hints.isEmpty()) {
            throw hint((SqlHint) hints.get(0));
        }
    }

    /** What to do instead of a hint. */
    static Refusal hint(SqlHint hint) {
        String name = hint.getName().toUpperCase(Locale.ROOT);
        String instead =
                switch (name) {
                    case "OPTIONS" -> "write the options into the WITH clause of the table, or of a second one: "
                            + "CREATE TEMPORARY TABLE t2 WITH ('key' = 'value') LIKE t";
                    case "STATE_TTL" -> "state lasts as long as its rows, so that nothing is wrong; take the hint away, or bound "
                            + "the state by a window or by a condition on the source";
                    case "PARALLELISM" -> "set it for the job: SET 'parallelism.default' = '2'";
                    case "LOOKUP" -> "join the table as it is; its later changes then correct the result";
                    default -> List.of("BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "MULTI_JOIN")
                                    .contains(name)
                            ? "take it away: rows are joined at the worker of their keys"
                            : "take it away";
                };
        return refusal(hint.getParserPosition(), "hint \"" + name + "\" is not supported yet", instead);
    }

    private static Refusal refusal(SqlParserPos pos, String problem, String hint) {
        return new Refusal(ErrorCode.UNSUPPORTED, pos, problem, hint);
    }
}
