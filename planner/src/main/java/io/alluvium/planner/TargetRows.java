package io.alluvium.planner;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.error.Suggestion;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.Schema;
import io.alluvium.planner.bind.Binder;
import io.alluvium.planner.bind.BoundTable;
import io.alluvium.planner.bind.CommonTypes;
import io.alluvium.planner.bind.DataTypes;
import io.alluvium.planner.bind.DialectOperators;
import io.alluvium.sql.statement.Identifier;
import io.alluvium.sql.statement.Statement.InsertInto;
import io.alluvium.sql.type.RelTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.jspecify.annotations.Nullable;

/** Fits the columns of an insert's query to those of its target. */
final class TargetRows {
    private final InsertInto insert;
    private final BoundTable target;

    TargetRows(InsertInto insert, BoundTable target) {
        this.insert = insert;
        this.target = target;
    }

    /** The query's rows as the target's physical columns: in order, cast, NULL where the insert does not name one. */
    RelNode of(RelRoot root, Binder binder) {
        RelNode query =
                root.withCollation(org.apache.calcite.rel.RelCollations.EMPTY).project();
        Schema columns = target.spec().schema();
        Map<String, Integer> sources = sources(query, columns);
        RexBuilder rexBuilder = binder.cluster().getRexBuilder();
        List<RexNode> outputs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Field column : columns.fields()) {
            Integer source = sources.get(column.name());
            RelDataType type = RelTypes.of(
                    column.type().withNullable(true), binder.cluster().getTypeFactory());
            outputs.add(
                    source == null
                            ? missing(column, rexBuilder, type)
                            : fitted(column, query, source, rexBuilder, type));
            names.add(column.name());
        }
        return RelOptUtil.createProject(query, outputs, names);
    }

    /** For each target column the query's column. */
    private Map<String, Integer> sources(RelNode query, Schema columns) {
        List<String> named = new ArrayList<>();
        for (Identifier column : insert.columns()) {
            if (columns.indexOf(column.name()) < 0) {
                throw columnNotFound(column, columns);
            }
            if (named.contains(column.name())) {
                throw error(
                        ErrorCode.QUERY_INVALID,
                        column.position(),
                        "column \"" + column.name() + "\" stands twice",
                        null);
            }
            named.add(column.name());
        }
        if (named.isEmpty()) {
            columns.fields().forEach(column -> named.add(column.name()));
        }
        int given = query.getRowType().getFieldCount();
        if (given != named.size()) {
            throw error(
                    ErrorCode.COLUMN_COUNT_MISMATCH,
                    insert.target().position(),
                    "the query gives " + count(given) + ", but "
                            + (insert.columns().isEmpty()
                                    ? "table \"" + target.spec().name() + "\" takes "
                                    : "the list names ")
                            + count(named.size()),
                    "the columns are " + String.join(", ", named));
        }
        Map<String, Integer> sources = new HashMap<>();
        for (int i = 0; i < given; i++) {
            sources.put(named.get(i), i);
        }
        return sources;
    }

    private static String count(int columns) {
        return columns == 1 ? "1 column" : columns + " columns";
    }

    private AlluviumException columnNotFound(Identifier column, Schema columns) {
        boolean declared = target.indexOf(column.name()) >= 0;
        List<String> names = columns.fields().stream().map(Field::name).toList();
        return error(
                ErrorCode.COLUMN_NOT_FOUND,
                column.position(),
                declared
                        ? "column \"" + column.name() + "\" of table \""
                                + target.spec().name() + "\" is computed or metadata and cannot be written"
                        : "column \"" + column.name() + "\" does not exist in table \""
                                + target.spec().name() + "\"",
                declared ? "leave it out" : Suggestion.didYouMean(column.name(), names));
    }

    private RexNode missing(Field column, RexBuilder rexBuilder, RelDataType type) {
        if (!column.type().nullable()) {
            throw error(
                    ErrorCode.NULL_INTO_NOT_NULL,
                    insert.target().position(),
                    "column \"" + column.name() + "\" of table \""
                            + target.spec().name() + "\" is NOT NULL, but the insert does not give it",
                    "add it to the list of columns");
        }
        return rexBuilder.makeNullLiteral(type);
    }

    private RexNode fitted(Field column, RelNode query, int source, RexBuilder rexBuilder, RelDataType type) {
        RexNode ref = rexBuilder.makeInputRef(query, source);
        DataType from = DataTypes.of(ref.getType());
        if (from.is(DataType.Scalar.NULL) && !column.type().nullable()) {
            throw error(
                    ErrorCode.NULL_INTO_NOT_NULL,
                    position(source),
                    "NULL goes into column \"" + column.name() + "\" of table \""
                            + target.spec().name() + "\", which is NOT NULL",
                    null);
        }
        if (!CommonTypes.assignable(from, column.type())) {
            throw error(
                    ErrorCode.TYPE_MISMATCH,
                    position(source),
                    "column \"" + column.name() + "\" of table \""
                            + target.spec().name() + "\" is " + column.type().sql() + ", but the query gives "
                            + from.sql(),
                    CommonTypes.castable(from, column.type())
                            ? "write CAST(.. AS " + column.type().sql() + "), or TRY_CAST for NULL where it fails"
                            : null);
        }
        if (from.sql().equals(column.type().sql())) {
            return ref;
        }
        RelDataType to = rexBuilder.getTypeFactory().createTypeWithNullability(type, from.nullable());
        return CommonTypes.mayBeTooLong(from, column.type())
                ? rexBuilder.makeCall(to, DialectOperators.ASSIGN, List.of(ref))
                : rexBuilder.makeCast(to, ref);
    }

    /** Where the query writes one of its columns; the target where it cannot be told. */
    private SourcePosition position(int column) {
        SqlNode item = item(insert.source(), column);
        return item == null
                ? insert.target().position()
                : insert.text().positions().of(item.getParserPosition());
    }

    private static @Nullable SqlNode item(SqlNode query, int column) {
        if (query.getKind() == SqlKind.ORDER_BY) {
            return item(((org.apache.calcite.sql.SqlOrderBy) query).query, column);
        }
        if (query.getKind() == SqlKind.WITH) {
            return item(((org.apache.calcite.sql.SqlWith) query).body, column);
        }
        if (!(query instanceof SqlSelect select) || select.getSelectList().size() <= column) {
            return null;
        }
        boolean star = select.getSelectList().stream()
                .anyMatch(node -> node instanceof org.apache.calcite.sql.SqlIdentifier id && id.isStar());
        return star ? null : select.getSelectList().get(column);
    }

    private static AlluviumException error(
            ErrorCode code, SourcePosition position, String problem, @Nullable String hint) {
        return new AlluviumException(code, position, problem, hint, null);
    }
}
