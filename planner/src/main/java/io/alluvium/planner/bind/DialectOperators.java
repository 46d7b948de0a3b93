package io.alluvium.planner.bind;

import io.alluvium.core.function.FunctionCatalog;
import io.alluvium.core.function.FunctionSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * What can be called in a query: the functions of the engine first, then the few of Calcite's that plans know by themselves;
 * operators that are no functions are Calcite's.
 */
public final class DialectOperators implements SqlOperatorTable {
    /** The remainder, in the wider type of both (Calcite's has the type of the second). */
    static final SqlFunction MOD = new SqlFunction(
            "MOD",
            SqlKind.MOD,
            ReturnTypes.DECIMAL_MOD_NULLABLE.orElse(
                    ReturnTypes.LEAST_RESTRICTIVE.andThen(SqlTypeTransforms.TO_NULLABLE)),
            null,
            OperandTypes.NUMERIC_NUMERIC,
            SqlFunctionCategory.NUMERIC);

    /**
     * The conversion of a value to the type of the column that it is written into: a CAST that fails for a text or bytes that are
     * too long. Nobody can write it.
     */
    public static final SqlFunction ASSIGN = new SqlFunction(
            "ASSIGN", SqlKind.OTHER_FUNCTION, ReturnTypes.ARG0, null, OperandTypes.ANY, SqlFunctionCategory.SYSTEM);

    private static final List<SqlOperator> STANDARD = List.of(
            SqlStdOperatorTable.COUNT,
            SqlStdOperatorTable.SUM,
            SqlStdOperatorTable.AVG,
            SqlStdOperatorTable.MIN,
            SqlStdOperatorTable.MAX,
            SqlStdOperatorTable.ROW_NUMBER,
            SqlStdOperatorTable.CAST,
            SqlLibraryOperators.TRY_CAST,
            SqlStdOperatorTable.COALESCE,
            SqlStdOperatorTable.DESCRIPTOR,
            MOD);

    private final Map<String, SqlOperator> functions = new HashMap<>();

    public DialectOperators(FunctionCatalog catalog) {
        STANDARD.forEach(operator -> functions.put(operator.getName(), operator));
        DialectTableFunction.ALL.forEach(function -> functions.put(function.getName(), function));
        for (FunctionSpec spec : catalog.functions()) {
            functions.putIfAbsent(spec.name().toUpperCase(Locale.ROOT), new CatalogFunction(spec));
        }
    }

    /** The function of the engine of this name, or null. */
    public @Nullable CatalogFunction engineFunction(String name) {
        return functions.get(name.toUpperCase(Locale.ROOT)) instanceof CatalogFunction function ? function : null;
    }

    /** All names, for suggestions. */
    public TreeSet<String> names() {
        return new TreeSet<>(functions.keySet());
    }

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher matcher) {
        if (isFunctionSyntax(syntax)) {
            SqlOperator function =
                    name.isSimple() ? functions.get(name.getSimple().toUpperCase(Locale.ROOT)) : null;
            if (function != null) {
                found.add(function);
            }
            return;
        }
        SqlStdOperatorTable.instance().lookupOperatorOverloads(name, category, syntax, found, matcher);
    }

    private static boolean isFunctionSyntax(SqlSyntax syntax) {
        return syntax.family == SqlSyntax.FUNCTION;
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        return new ArrayList<>(functions.values());
    }
}
