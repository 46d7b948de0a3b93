package io.alluvium.sql;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** What the dialect allows beyond Calcite's default: {@code !=}, {@code %}, {@code LIMIT 5, 10}, {@code NOW()} without arguments. */
public final class DialectConformance extends SqlDelegatingConformance {
    public static final DialectConformance INSTANCE = new DialectConformance();

    private DialectConformance() {
        super(SqlConformanceEnum.DEFAULT);
    }

    @Override
    public boolean isBangEqualAllowed() {
        return true;
    }

    @Override
    public boolean isPercentRemainderAllowed() {
        return true;
    }

    @Override
    public boolean isLimitStartCountAllowed() {
        return true;
    }

    @Override
    public boolean isOffsetLimitAllowed() {
        return true;
    }

    @Override
    public boolean allowNiladicParentheses() {
        return true;
    }

    @Override
    public boolean allowExtend() {
        return false;
    }
}
