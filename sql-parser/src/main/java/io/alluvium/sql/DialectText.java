package io.alluvium.sql;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.SqlWriterConfig;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Writes a node as text that this module reads back to the same node: one line, back quotes only where needed. */
public final class DialectText {
    private static final SqlDialect DIALECT = new AlluviumDialect();

    private static final SqlWriterConfig CONFIG = SqlPrettyWriter.config()
            .withDialect(DIALECT)
            .withQuoteAllIdentifiers(false)
            .withAlwaysUseParentheses(false)
            .withClauseStartsLine(false)
            .withSelectListItemsOnSeparateLines(false)
            .withIndentation(0)
            .withLineFolding(SqlWriterConfig.LineFolding.WIDE)
            .withLineLength(0);

    private static final ColumnNames COLUMN_NAMES = new ColumnNames();

    private DialectText() {}

    /** The node as text. */
    public static String of(SqlNode node) {
        DialectWriter writer = new DialectWriter();
        COLUMN_NAMES.visitNode(node).unparse(writer, 0, 0);
        return writer.toSqlString().getSql();
    }

    /** Calcite writes a column called user as the function USER, in upper case; the dialect has no such function. */
    private static final class ColumnNames extends SqlShuttle {
        @Override
        public SqlNode visit(SqlIdentifier id) {
            if (id.isSimple() && id.getSimple().equalsIgnoreCase("USER")) {
                SqlParserPos pos = id.getParserPosition().withQuoting(true);
                return new SqlIdentifier(id.names, null, pos, List.of(pos));
            }
            return id;
        }
    }

    private static final class DialectWriter extends SqlPrettyWriter {
        DialectWriter() {
            super(CONFIG);
        }

        @Override
        public void newlineAndIndent() {
            setNeedWhitespace(true);
        }

        @Override
        public void newlineAndIndent(int indent) {
            setNeedWhitespace(true);
        }

        @Override
        public void identifier(String name, boolean quoted) {
            super.identifier(name, ReservedWords.needsQuotes(name));
        }
    }

    /** Plain text in literals: no charset prefix, no escapes for what is not ASCII. */
    private static final class AlluviumDialect extends SqlDialect {
        AlluviumDialect() {
            super(SqlDialect.EMPTY_CONTEXT
                    .withDatabaseProduct(SqlDialect.DatabaseProduct.UNKNOWN)
                    .withDatabaseProductName("Alluvium")
                    .withIdentifierQuoteString("`")
                    .withConformance(DialectConformance.INSTANCE));
        }

        @Override
        public void quoteStringLiteral(StringBuilder buf, @Nullable String charsetName, String val) {
            buf.append('\'').append(val.replace("'", "''")).append('\'');
        }

        @Override
        public boolean supportsCharSet() {
            return false;
        }

        /** Calcite writes several partition columns without the parentheses that reading them back needs. */
        @Override
        public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
            if (call.getKind() != SqlKind.SET_SEMANTICS_TABLE) {
                super.unparseCall(writer, call, leftPrec, rightPrec);
                return;
            }
            call.operand(0).unparse(writer, 0, 0);
            unparseColumns(writer, "PARTITION BY", call.operand(1));
            unparseColumns(writer, "ORDER BY", call.operand(2));
        }

        private static void unparseColumns(SqlWriter writer, String clause, SqlNodeList columns) {
            if (columns.isEmpty()) {
                return;
            }
            writer.sep(clause);
            SqlWriter.Frame frame = columns.size() == 1 ? writer.startList("", "") : writer.startList("(", ")");
            for (SqlNode column : columns) {
                writer.sep(",");
                column.unparse(writer, 0, 0);
            }
            writer.endList(frame);
        }

        @Override
        public void unparseTableScanHints(SqlWriter writer, SqlNodeList hints, int leftPrec, int rightPrec) {
            writer.newlineAndIndent();
            writer.keyword("/*+");
            hints.unparse(writer, 0, 0);
            writer.keyword("*/");
        }
    }
}
