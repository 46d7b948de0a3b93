package io.alluvium.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.type.DataType;
import io.alluvium.sql.type.RelTypes;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeSyntaxTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BOOLEAN | BOOLEAN",
                "tinyint | TINYINT",
                "SMALLINT NOT NULL | SMALLINT NOT NULL",
                "INTEGER NULL | INT",
                "BIGINT | BIGINT",
                "FLOAT | FLOAT",
                "DOUBLE PRECISION | DOUBLE",
                "DECIMAL | DECIMAL(10, 0)",
                "DECIMAL(38) | DECIMAL(38, 0)",
                "NUMERIC(10,2) | DECIMAL(10, 2)",
                "DEC(5) | DECIMAL(5, 0)",
                "CHAR | CHAR(1)",
                "CHAR(10) | CHAR(10)",
                "VARCHAR | STRING",
                "VARCHAR(20) | VARCHAR(20)",
                "CHARACTER VARYING(20) | VARCHAR(20)",
                "STRING | STRING",
                "BINARY(4) | BINARY(4)",
                "VARBINARY(4) | VARBINARY(4)",
                "VARBINARY | BYTES",
                "BYTES | BYTES",
                "DATE | DATE",
                "TIME | TIME(0)",
                "TIME(3) WITHOUT TIME ZONE | TIME(3)",
                "TIMESTAMP | TIMESTAMP(6)",
                "TIMESTAMP(3) | TIMESTAMP(3)",
                "TIMESTAMP(3) WITHOUT TIME ZONE | TIMESTAMP(3)",
                "TIMESTAMP(3) WITH LOCAL TIME ZONE | TIMESTAMP_LTZ(3)",
                "TIMESTAMP_LTZ | TIMESTAMP_LTZ(6)",
                "TIMESTAMP_LTZ(0) | TIMESTAMP_LTZ(0)",
                "INTERVAL YEAR TO MONTH | INTERVAL MONTH",
                "INTERVAL DAY(4) TO SECOND(6) | INTERVAL SECOND(6)",
                "INTERVAL SECOND(3) | INTERVAL SECOND(6)",
                "ARRAY<INT> | ARRAY<INT>",
                "INT ARRAY ARRAY NOT NULL | ARRAY<ARRAY<INT>> NOT NULL",
                "MAP<STRING NOT NULL, ARRAY<ROW<a INT>>> | MAP<STRING NOT NULL, ARRAY<ROW<`a` INT>>>",
                "ROW<a INT, `b c` STRING NOT NULL 'why'> | ROW<`a` INT, `b c` STRING NOT NULL>",
                "ROW(order_id BIGINT, value STRING) | ROW<`order_id` BIGINT, `value` STRING>"
            })
    void readsAType(String written, String ddl) {
        DataType type = StatementParser.parseType(written);
        assertEquals(ddl, type.ddl());
        assertEquals(type, StatementParser.parseType(ddl), "the text of a type reads back to the type");
        assertEquals(
                type.nullable(), RelTypes.of(type, new JavaTypeFactoryImpl()).isNullable());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "DECIMAL(39, 2) | 1 | DECIMAL has 1 to 38 digits, not 39 | write DECIMAL(38, 2), or STRING to keep every digit as text",
                "DECIMAL(2, 3) | 1 | DECIMAL(2, 3) has more fraction digits than digits | the first number counts all digits: write DECIMAL(5, 3)",
                "TIMESTAMP(9) | 1 | TIMESTAMP has at most 6 fraction digits (microseconds), not 9 | write TIMESTAMP(6)",
                "ROW<a INT, b TIMESTAMP_LTZ(7)> | 14 | TIMESTAMP_LTZ has at most 6 fraction digits (microseconds), not 7 | write TIMESTAMP_LTZ(6)",
                "TIME(9) | 1 | TIME has at most 6 fraction digits (microseconds), not 9 | write TIME(6)",
                "TIMESTAMP(3) WITH TIME ZONE | 1 | TIMESTAMP WITH TIME ZONE, with a zone in each value, is not supported | write TIMESTAMP_LTZ(3) for an instant",
                "MULTISET<INT> | 1 | MULTISET is not supported | write ARRAY<type>, or MAP<type, INT> with a count",
                "TEXT | 1 | type \"TEXT\" does not exist | write STRING",
                "DATETIME | 1 | type \"DATETIME\" does not exist | write TIMESTAMP(3)",
                "ARRAY<BIGNT> | 7 | type \"BIGNT\" does not exist | did you mean \"BIGINT\"?",
                "ROW<a INT, a INT> | 1 | field \"a\" stands twice in ROW | give each field its own name",
                "CHAR(0) | 1 | CHAR has a length of at least 1, not 0 | write CHAR(1)"
            })
    void refusesWhatIsOutsideTheDialect(String written, int column, String problem, String hint) {
        for (String context : new String[] {"", "SELECT CAST(x AS %s) FROM t", "CREATE TABLE t (a %s)"}) {
            AlluviumException e = assertThrows(AlluviumException.class, () -> {
                if (context.isEmpty()) {
                    StatementParser.parseType(written);
                } else {
                    StatementParser.parse(StatementText.of(context.formatted(written)));
                }
            });
            assertEquals(ErrorCode.TYPE_UNSUPPORTED, e.code());
            assertEquals(problem, e.problem());
            assertEquals(hint, e.hint());
            int start = context.isEmpty() ? 0 : context.indexOf("%s");
            assertEquals(
                    start + column,
                    java.util.Objects.requireNonNull(e.position()).column(),
                    context);
        }
    }
}
