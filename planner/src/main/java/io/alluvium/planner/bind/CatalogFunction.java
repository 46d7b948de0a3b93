package io.alluvium.planner.bind;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.function.FunctionSpec;
import io.alluvium.core.function.Signature;
import io.alluvium.core.type.DataType;
import io.alluvium.sql.grammar.Refusal;
import io.alluvium.sql.type.RelTypes;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCallBinding;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** A function of the engine, as Calcite sees it: takes what one of its signatures takes. */
public final class CatalogFunction extends SqlFunction {
    private static final Set<String> NAMED_BY_THEMSELVES =
            Set.of("CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "LOCALTIME", "LOCALTIMESTAMP");

    /** Digits beyond these mean the same for any DECIMAL. */
    private static final BigDecimal MOST_DIGITS = BigDecimal.valueOf(100);

    private static final BigDecimal LEAST_DIGITS = MOST_DIGITS.negate();

    private final FunctionSpec spec;

    CatalogFunction(FunctionSpec spec) {
        super(
                spec.name(),
                SqlKind.OTHER_FUNCTION,
                binding -> resultType(spec, binding),
                null,
                new Operands(spec),
                SqlFunctionCategory.USER_DEFINED_FUNCTION);
        this.spec = spec;
    }

    public FunctionSpec spec() {
        return spec;
    }

    /** CURRENT_TIMESTAMP and its kin are written without parentheses. */
    @Override
    public SqlSyntax getSyntax() {
        return NAMED_BY_THEMSELVES.contains(spec.name()) ? SqlSyntax.FUNCTION_ID : SqlSyntax.FUNCTION;
    }

    @Override
    public boolean isDeterministic() {
        return spec.deterministic();
    }

    @Override
    public boolean isDynamicFunction() {
        return !spec.deterministic();
    }

    private static List<DataType> types(List<RelDataType> operands) {
        return operands.stream().map(DataTypes::of).toList();
    }

    private static RelDataType resultType(FunctionSpec spec, SqlOperatorBinding binding) {
        SignatureMatch match = SignatureMatch.find(spec, types(binding.collectOperandTypes()), literal(binding, 1));
        if (match == null) {
            throw new IllegalStateException(spec.name() + " was not checked for " + binding.collectOperandTypes());
        }
        return RelTypes.of(match.result(), binding.getTypeFactory());
    }

    /** The value of an operand that is an integer literal, also a negative one, or null. */
    private static @Nullable Integer literal(SqlOperatorBinding binding, int operand) {
        if (operand >= binding.getOperandCount()) {
            return null;
        }
        BigDecimal value = null;
        if (binding instanceof SqlCallBinding written) {
            SqlNode node = written.operand(operand);
            boolean negative = node.getKind() == SqlKind.MINUS_PREFIX;
            SqlNode number = negative ? ((SqlCall) node).operand(0) : node;
            value = number instanceof SqlNumericLiteral literal ? literal.bigDecimalValue() : null;
            value = value != null && negative ? value.negate() : value;
        } else if (binding instanceof RexCallBinding converted) {
            RexNode node = converted.operands().get(operand);
            boolean negative = node.getKind() == SqlKind.MINUS_PREFIX;
            RexNode number = negative ? ((RexCall) node).getOperands().get(0) : node;
            value = number instanceof RexLiteral literal && SqlTypeUtil.isNumeric(literal.getType())
                    ? literal.getValueAs(BigDecimal.class)
                    : null;
            value = value != null && negative ? value.negate() : value;
        }
        return value == null ? null : value.max(LEAST_DIGITS).min(MOST_DIGITS).intValue();
    }

    private record Operands(FunctionSpec spec) implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            List<DataType> types = types(binding.collectOperandTypes());
            if (SignatureMatch.find(spec, types) != null) {
                return true;
            }
            if (throwOnFailure) {
                String given = types.stream().map(DataType::sql).collect(Collectors.joining(", "));
                throw new Refusal(
                        ErrorCode.FUNCTION_NOT_FOUND,
                        binding.getCall().getParserPosition(),
                        "function \"" + spec.name() + "\" does not take (" + given + ")",
                        "it takes " + forms());
            }
            return false;
        }

        private String forms() {
            return spec.signatures().stream()
                    .map(signature -> spec.name() + "(" + parameters(signature) + ")")
                    .distinct()
                    .collect(Collectors.joining(" or "));
        }

        private static String parameters(Signature signature) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < signature.parameters().size(); i++) {
                boolean optional = i >= signature.required();
                text.append(i == 0 ? "" : ", ")
                        .append(optional ? "[" : "")
                        .append(signature.parameters().get(i))
                        .append(optional ? "]" : "");
            }
            return text.append(signature.variadic() ? ", .." : "").toString();
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.any();
        }

        @Override
        public String getAllowedSignatures(SqlOperator op, String name) {
            return forms();
        }

        @Override
        public boolean isOptional(int i) {
            return false;
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CatalogFunction that && that.spec.name().equals(spec.name());
    }

    @Override
    public int hashCode() {
        return spec.name().hashCode();
    }
}
