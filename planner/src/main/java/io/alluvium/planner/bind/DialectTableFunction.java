package io.alluvium.planner.bind;

import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.error.Suggestion;
import io.alluvium.sql.grammar.Refusal;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlWindowTableFunction;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A table function over a table. {@link DialectRewriter} has put its arguments in the order of {@link #parameters}: the table
 * first, columns as text literals, absent ones as empty text.
 */
public final class DialectTableFunction extends SqlWindowTableFunction {
    private static final int WINDOW_PRECISION = 3;

    public static final DialectTableFunction TUMBLE =
            new DialectTableFunction("TUMBLE", List.of("DATA", "TIMECOL", "SIZE", "OFFSET"), 3);
    public static final DialectTableFunction HOP =
            new DialectTableFunction("HOP", List.of("DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"), 4);
    public static final DialectTableFunction CUMULATE =
            new DialectTableFunction("CUMULATE", List.of("DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"), 4);

    /** {@code FROM_CHANGELOG}: see docs/sql/from_changelog.md. */
    public static final DialectTableFunction FROM_CHANGELOG = new DialectTableFunction(
            "FROM_CHANGELOG", List.of("INPUT", "OP", "DATA", "OLD", "DATABASE_NAME", "TABLE_NAME", "KEY"), 3);

    public static final List<DialectTableFunction> ALL = List.of(TUMBLE, HOP, CUMULATE, FROM_CHANGELOG);

    private final List<String> parameters;
    private final int required;

    private DialectTableFunction(String name, List<String> parameters, int required) {
        super(name, new Arguments(name, parameters));
        this.parameters = parameters;
        this.required = required;
    }

    /** Names of the arguments, in order. */
    public List<String> parameters() {
        return parameters;
    }

    public int required() {
        return required;
    }

    /** True for TUMBLE, HOP and CUMULATE. */
    public boolean isWindow() {
        return this != FROM_CHANGELOG;
    }

    @Override
    public SqlReturnTypeInference getRowTypeInference() {
        return this::rowType;
    }

    private RelDataType rowType(SqlOperatorBinding binding) {
        RelDataTypeFactory factory = binding.getTypeFactory();
        RelDataType input = binding.getOperandType(0);
        SqlCallBinding call = (SqlCallBinding) binding;
        RelDataTypeFactory.Builder row = factory.builder();
        if (isWindow()) {
            RelDataType time = column(call, input, 1).getType();
            RelDataType bound = factory.createSqlType(time.getSqlTypeName(), WINDOW_PRECISION);
            return row.addAll(input.getFieldList())
                    .add("window_start", bound)
                    .add("window_end", bound)
                    .add("window_time", bound)
                    .build();
        }
        Set<Integer> read = new HashSet<>();
        for (int argument = 1; argument <= 3; argument++) {
            if (!Arguments.text(call.operand(argument)).isEmpty()) {
                read.add(column(call, input, argument).getIndex());
            }
        }
        for (RelDataTypeField field : input.getFieldList()) {
            if (!read.contains(field.getIndex())) {
                row.add(field);
            }
        }
        return row.add("row_data", textMap(factory)).build();
    }

    static RelDataType textMap(RelDataTypeFactory factory) {
        RelDataType text = factory.createSqlType(SqlTypeName.VARCHAR, Integer.MAX_VALUE);
        return factory.createMapType(text, factory.createTypeWithNullability(text, true));
    }

    private static RelDataTypeField column(SqlCallBinding call, RelDataType input, int argument) {
        SqlNode written = call.operand(argument);
        String name = Arguments.text(written);
        RelDataTypeField field = input.getField(name, true, false);
        if (field == null) {
            throw new Refusal(
                    ErrorCode.COLUMN_NOT_FOUND,
                    written.getParserPosition(),
                    "column \"" + name + "\" does not exist in the table given to "
                            + call.getOperator().getName(),
                    Suggestion.didYouMean(name, input.getFieldNames()));
        }
        return field;
    }

    private record Arguments(String function, List<String> parameters) implements SqlOperandMetadata {
        static String text(SqlNode literal) {
            return ((SqlLiteral) literal).getValueAs(String.class);
        }

        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            RelDataType input = binding.getOperandType(0);
            if (function.equals("FROM_CHANGELOG")) {
                requireType(
                        binding,
                        input,
                        1,
                        "text",
                        SqlTypeUtil.inCharFamily(column(binding, input, 1).getType()));
                requireType(binding, input, 2, "an ARRAY of MAP<STRING, STRING>", isImages(binding, input, 2));
                if (!text(binding.operand(3)).isEmpty()) {
                    requireType(binding, input, 3, "an ARRAY of MAP<STRING, STRING>", isImages(binding, input, 3));
                }
                return true;
            }
            RelDataType time = column(binding, input, 1).getType();
            boolean timestamp = time.getSqlTypeName() == SqlTypeName.TIMESTAMP
                    || time.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            requireType(binding, input, 1, "TIMESTAMP or TIMESTAMP_LTZ", timestamp);
            for (int i = 2; i < binding.getOperandCount(); i++) {
                if (!SqlTypeUtil.isInterval(binding.getOperandType(i)) || !(binding.operand(i) instanceof SqlLiteral)) {
                    throw new Refusal(
                            ErrorCode.TYPE_MISMATCH,
                            binding.operand(i).getParserPosition(),
                            "argument " + parameters.get(i) + " of " + function + " is no interval",
                            "write it as INTERVAL '1' MINUTE");
                }
            }
            return true;
        }

        private static boolean isImages(SqlCallBinding binding, RelDataType input, int argument) {
            RelDataType type = column(binding, input, argument).getType();
            RelDataType element = type.getComponentType();
            return type.getSqlTypeName() == SqlTypeName.ARRAY
                    && element != null
                    && element.getSqlTypeName() == SqlTypeName.MAP
                    && isText(element.getKeyType())
                    && isText(element.getValueType());
        }

        private static boolean isText(@Nullable RelDataType type) {
            return type != null && SqlTypeUtil.inCharFamily(type);
        }

        private void requireType(SqlCallBinding binding, RelDataType input, int argument, String wanted, boolean fits) {
            if (!fits) {
                RelDataTypeField field = column(binding, input, argument);
                throw new Refusal(
                        ErrorCode.TYPE_MISMATCH,
                        binding.operand(argument).getParserPosition(),
                        "column \"" + field.getName() + "\" is "
                                + DataTypes.of(field.getType()).sql() + ", but " + function + " needs " + wanted,
                        null);
            }
        }

        @Override
        public List<RelDataType> paramTypes(RelDataTypeFactory factory) {
            return Collections.nCopies(parameters.size(), factory.createSqlType(SqlTypeName.ANY));
        }

        @Override
        public List<String> paramNames() {
            return parameters;
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.any();
        }

        @Override
        public String getAllowedSignatures(SqlOperator op, String name) {
            return name + "(" + String.join(", ", parameters) + ")";
        }

        @Override
        public boolean isOptional(int i) {
            return false;
        }
    }
}
