package io.alluvium.core.expression;

import io.alluvium.core.error.SourcePosition;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.ValueText;
import io.alluvium.core.type.DataType;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A scalar expression over the columns of one row, typed, with names resolved. What a function's name means is the runtime's
 * registry of functions; the operators of SQL are functions too ({@code +}, {@code =}, {@code AND}, {@code CASE},
 * {@code CAST}, see {@link Call}).
 */
public sealed interface Expression extends Serializable {

    DataType type();

    /** Visits this expression and all below it, parents first. */
    void visit(Consumer<Expression> visitor);

    /** The same expression with the columns renumbered. */
    Expression mapColumns(IntUnaryOperator newColumn);

    /** A column of the input, from 0. */
    record Column(int index, DataType type) implements Expression {
        @Override
        public void visit(Consumer<Expression> visitor) {
            visitor.accept(this);
        }

        @Override
        public Expression mapColumns(IntUnaryOperator newColumn) {
            return new Column(newColumn.applyAsInt(index), type);
        }

        @Override
        public String toString() {
            return "$" + index;
        }
    }

    /**
     * A constant.
     *
     * @param value as {@link io.alluvium.core.row.Column#value} gives it: {@link Long}, {@link Double}, {@link Int128}, a
     *     {@code byte[]} (never changed after), or null
     */
    record Literal(@Nullable Serializable value, DataType type) implements Expression {
        @Override
        public void visit(Consumer<Expression> visitor) {
            visitor.accept(this);
        }

        @Override
        public Expression mapColumns(IntUnaryOperator newColumn) {
            return this;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Literal that && Objects.deepEquals(value, that.value) && type.equals(that.type);
        }

        @Override
        public int hashCode() {
            return type.hashCode() * 31
                    + (value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value));
        }

        @Override
        public String toString() {
            return ValueText.literal(value, type);
        }
    }

    /**
     * A function applied to operands. Besides the named functions these are fixed; operands of a comparison or arithmetic call
     * have been cast to one type by the planner where the rules of SQL ask for it:
     *
     * <ul>
     *   <li>{@code + - * / %} and unary {@code NEGATE}; the call's type is the result type (decimal scale included). Date and
     *       time arithmetic: a date, time or timestamp plus or minus an interval, the difference of two as an interval
     *   <li>{@code = <> < <= > >=}, {@code IS NOT DISTINCT FROM}, {@code IS DISTINCT FROM}
     *   <li>{@code AND OR} (two or more operands), {@code NOT}, {@code IS NULL}, {@code IS NOT NULL}, {@code IS TRUE},
     *       {@code IS FALSE}, {@code IS NOT TRUE}, {@code IS NOT FALSE}
     *   <li>{@code CASE}: condition, value, condition, value, .., else value; all values have the call's type
     *   <li>{@code COALESCE}; {@code CAST} and {@code TRY_CAST} to the call's type, one operand
     *   <li>{@code ITEM}: array and 1-based index, or map and key (NULL where absent); {@code FIELD}: row and a literal
     *       BIGINT position from 0; {@code ARRAY}, {@code MAP} (key, value, ..), {@code ROW} constructors
     *   <li>{@code LIKE}, {@code SIMILAR TO}: text, pattern, optional escape; {@code IN}: value and literals;
     *       {@code REINTERPRET}: the operand with another type of the same kind
     * </ul>
     *
     * @param position where the user wrote it, for errors in a row; not part of equality
     */
    record Call(String function, List<Expression> operands, DataType type, @Nullable SourcePosition position)
            implements Expression {
        public Call {
            operands = List.copyOf(operands);
        }

        /** True where the result's type is part of what is called. */
        public boolean isConversion() {
            return function.endsWith("CAST") || function.equals("ASSIGN") || function.equals("REINTERPRET");
        }

        @Override
        public void visit(Consumer<Expression> visitor) {
            visitor.accept(this);
            for (Expression operand : operands) {
                operand.visit(visitor);
            }
        }

        @Override
        public Expression mapColumns(IntUnaryOperator newColumn) {
            return new Call(
                    function,
                    operands.stream()
                            .map(operand -> operand.mapColumns(newColumn))
                            .toList(),
                    type,
                    position);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Call that
                    && function.equals(that.function)
                    && operands.equals(that.operands)
                    && type.equals(that.type);
        }

        @Override
        public int hashCode() {
            return Objects.hash(function, operands, type);
        }

        @Override
        public String toString() {
            String inside = String.join(
                    ", ", operands.stream().map(Expression::toString).toList());
            return function + "(" + inside + ")" + (isConversion() ? ":" + type.sql() : "");
        }
    }
}
