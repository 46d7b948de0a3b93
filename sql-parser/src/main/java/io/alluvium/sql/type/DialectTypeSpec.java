package io.alluvium.sql.type;

import io.alluvium.core.type.DataType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** A type of the dialect as it stands in a CAST or in another place where Calcite reads a type. */
public final class DialectTypeSpec extends SqlTypeNameSpec {
    private final DataType type;

    public DialectTypeSpec(DataType type, SqlParserPos pos) {
        super(new SqlIdentifier(type.sql(), pos), pos);
        this.type = type;
    }

    public DataType type() {
        return type;
    }

    @Override
    public RelDataType deriveType(SqlValidator validator) {
        return RelTypes.of(type, validator.getTypeFactory());
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.print(type.sql());
        writer.setNeedWhitespace(true);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec that, Litmus litmus) {
        if (that instanceof DialectTypeSpec other && type.equals(other.type)) {
            return litmus.succeed();
        }
        return litmus.fail("{} != {}", this, that);
    }
}
