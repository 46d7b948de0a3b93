package io.alluvium.sql.grammar;

import io.alluvium.core.type.DataType;
import io.alluvium.sql.StatementText;
import io.alluvium.sql.statement.ColumnDefinition;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A column while it is read: a type or an expression, then what is written behind it. */
final class ColumnDraft {
    private final SqlIdentifier name;
    private final @Nullable SqlNode expression;
    private final SqlParserPos pos;
    private @Nullable DataType type;
    private boolean metadata;
    private @Nullable SqlLiteral metadataKey;
    private boolean virtual;
    private @Nullable SqlLiteral comment;

    /** A computed column where {@code expression} is given, else one with a type; {@code pos} is that of either. */
    ColumnDraft(SqlIdentifier name, @Nullable SqlNode expression, @Nullable DataType type, SqlParserPos pos) {
        this.name = name;
        this.expression = expression;
        this.type = type;
        this.pos = pos;
    }

    SqlIdentifier name() {
        return name;
    }

    void notNull() {
        type = Objects.requireNonNull(type, "type").withNullable(false);
    }

    void metadata() {
        metadata = true;
    }

    void metadataKey(SqlLiteral key) {
        metadataKey = key;
    }

    void virtual() {
        virtual = true;
    }

    void comment(SqlLiteral text) {
        comment = text;
    }

    ColumnDefinition in(StatementText text) {
        if (expression != null) {
            return new ColumnDefinition.Computed(
                    Names.identifier(name, text),
                    expression,
                    text.slice(text.positions().of(pos)),
                    text.positions().of(pos),
                    Names.valueOrNull(comment));
        }
        DataType columnType = Objects.requireNonNull(type, "type");
        if (metadata) {
            return new ColumnDefinition.Metadata(
                    Names.identifier(name, text),
                    columnType,
                    text.positions().of(pos),
                    Names.valueOrNull(metadataKey),
                    metadataKey == null ? null : text.positions().of(metadataKey.getParserPosition()),
                    virtual,
                    Names.valueOrNull(comment));
        }
        return new ColumnDefinition.Physical(
                Names.identifier(name, text), columnType, text.positions().of(pos), Names.valueOrNull(comment));
    }
}
