package io.alluvium.sql.statement;

import io.alluvium.core.error.SourcePosition;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** The clauses of CREATE TABLE and CREATE VIEW that are more than a name or a text. */
public final class TableClauses {
    private TableClauses() {}

    /**
     * {@code WATERMARK FOR column AS expression}.
     *
     * @param column the path of the time column: one part, or several into a ROW
     * @param text the expression as the user wrote it
     * @param position the whole clause
     */
    public record Watermark(List<String> column, SqlNode expression, String text, SourcePosition position) {
        public Watermark {
            column = List.copyOf(column);
        }
    }

    /** {@code PRIMARY KEY (columns) NOT ENFORCED}, or the same written at one column. */
    public record PrimaryKey(List<Identifier> columns, SourcePosition position) {
        public PrimaryKey {
            columns = List.copyOf(columns);
        }
    }

    /**
     * {@code DISTRIBUTED BY [HASH | RANGE] (columns) [INTO n BUCKETS]}.
     *
     * @param kind HASH or RANGE, or null where the connector chooses
     * @param buckets null where the connector chooses
     */
    public record Distribution(@Nullable String kind, List<Identifier> columns, @Nullable Integer buckets) {
        public Distribution {
            columns = List.copyOf(columns);
        }
    }

    /** {@code LIKE source (rules)}. */
    public record Like(ObjectName source, List<LikeRule> rules) {
        public Like {
            rules = List.copyOf(rules);
        }
    }

    /**
     * One rule of LIKE.
     *
     * @param feature ALL, CONSTRAINTS, DISTRIBUTION, GENERATED, METADATA, OPTIONS, PARTITIONS or WATERMARKS
     */
    public record LikeRule(LikeStrategy strategy, String feature, SourcePosition position) {}

    /** What LIKE does with a feature of its source. */
    public enum LikeStrategy {
        INCLUDING,
        EXCLUDING,
        OVERWRITING
    }

    /**
     * {@code AS JOB job FROM database AS 'ods_{table}'}: the job that fills the tables of CREATE TABLES.
     *
     * @param database where the tables are that it reads
     * @param name how they are called there, with {@code {table}} for the other system's name
     */
    public record Filling(Identifier job, ObjectName database, String name) {}

    /** A column that a view renames. */
    public record ViewColumn(Identifier name, @Nullable String comment) {}
}
