package io.alluvium.connector.conformance;

import io.alluvium.core.row.BatchBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.row.NestedValues;
import io.alluvium.core.row.RowBatch;
import io.alluvium.core.row.RowCodec;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Field;
import io.alluvium.core.type.DataType.Scalar;
import io.alluvium.core.type.DataType.TemporalKind;
import io.alluvium.core.type.Schema;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Rows with values of every type, the limits among them, from a seed. */
public final class RandomRows {
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long YEAR_1 = -719_162;
    private static final long YEAR_9999_END = 2_932_896;
    private static final String[] TEXTS = {
        "",
        " ",
        "null",
        "NULL",
        "\\N",
        "a,b",
        "\"q\"",
        "it's",
        "line\nbreak",
        "tab\t",
        "\\",
        "中文",
        "😀",
        "\u0000",
        "0",
        "{\"a\":1}",
        "\u2028",
        "é",
        "\r\n",
        "#"
    };

    private final Random random;

    public RandomRows(long seed) {
        this.random = new Random(seed);
    }

    /** A column of every type a table may have. */
    public static Schema everyType() {
        List<Field> fields = new ArrayList<>();
        for (Scalar scalar : Scalar.values()) {
            if (scalar != Scalar.NULL && scalar != Scalar.INTERVAL_MONTH && scalar != Scalar.INTERVAL_MICROSECOND) {
                fields.add(new Field("c_" + scalar.name().toLowerCase(Locale.ROOT), DataType.of(scalar)));
            }
        }
        fields.add(new Field("c_dec5", DataType.decimal(5, 2)));
        fields.add(new Field("c_dec18", DataType.decimal(18, 18)));
        fields.add(new Field("c_dec38", DataType.decimal(38, 10)));
        fields.add(new Field("c_dec38i", DataType.decimal(38, 0)));
        fields.add(new Field("c_char", new DataType.Text(12, true, true)));
        fields.add(new Field("c_varchar", new DataType.Text(20, false, true)));
        fields.add(new Field("c_string", DataType.string()));
        fields.add(new Field("c_binary", new DataType.Binary(4, true, true)));
        fields.add(new Field("c_varbinary", new DataType.Binary(20, false, true)));
        fields.add(new Field("c_bytes", DataType.bytes()));
        for (int precision = 0; precision <= 6; precision += 3) {
            fields.add(new Field("c_time" + precision, new DataType.Temporal(TemporalKind.TIME, precision, true)));
            fields.add(new Field("c_ts" + precision, DataType.timestamp(precision)));
            fields.add(new Field("c_ltz" + precision, DataType.timestampLtz(precision)));
        }
        return new Schema(fields);
    }

    /** Every type, and the nested ones over some of them. */
    public static Schema everyTypeAndNested() {
        List<Field> fields = new ArrayList<>(everyType().fields());
        fields.add(new Field("c_array", DataType.array(DataType.decimal(20, 3))));
        fields.add(new Field("c_map", DataType.map(DataType.string(), DataType.timestampLtz(6))));
        fields.add(new Field("c_intmap", DataType.map(DataType.integer(), DataType.bytes())));
        fields.add(new Field(
                "c_row",
                DataType.row(
                        new Field("a", DataType.doubles()),
                        new Field("b", DataType.array(DataType.string())),
                        new Field("c", DataType.row(new Field("d", DataType.date()))))));
        return new Schema(fields);
    }

    /** @param nullable a fifth of the values are NULL */
    public RowBatch batch(Schema schema, int rows, boolean nullable) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (int row = 0; row < rows; row++) {
            @Nullable Object[] values = new Object[schema.size()];
            for (int column = 0; column < values.length; column++) {
                boolean isNull = nullable && random.nextInt(5) == 0;
                values[column] = isNull ? null : value(schema.type(column));
            }
            builder.appendRow(1, values);
        }
        return builder.build();
    }

    /** A value of a type as {@link io.alluvium.core.row.Column#value} gives it. */
    public Object value(DataType type) {
        if (type instanceof DataType.Simple simple) {
            return scalar(simple.scalar());
        }
        if (type instanceof DataType.Decimal decimal) {
            BigInteger limit = BigInteger.TEN.pow(decimal.precision());
            BigInteger value = edge() ? limit.subtract(BigInteger.ONE) : new BigInteger(128, random).mod(limit);
            value = random.nextBoolean() ? value : value.negate();
            return decimal.precision() <= 18 ? (Object) value.longValueExact() : Int128.of(value);
        }
        if (type instanceof DataType.Text text) {
            return text(text);
        }
        if (type instanceof DataType.Binary binary) {
            byte[] bytes = new byte[binary.fixed() ? binary.length() : random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        }
        if (type instanceof DataType.Temporal temporal) {
            return temporal(temporal);
        }
        if (type instanceof DataType.Array array) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (int left = random.nextInt(4); left > 0; left--) {
                elements.add(random.nextInt(5) == 0 ? null : value(array.element()));
            }
            return NestedValues.array(array.element().kind(), elements);
        }
        if (type instanceof DataType.MapOf map) {
            Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
            for (int left = random.nextInt(4); left > 0; left--) {
                entries.put(value(map.key()), random.nextInt(5) == 0 ? null : value(map.value()));
            }
            return NestedValues.map(map, entries);
        }
        if (type instanceof DataType.Row row) {
            @Nullable
            Object[] values = row.fields().stream()
                    .map(field -> random.nextInt(5) == 0 ? null : value(field.type()))
                    .toArray();
            return RowCodec.of(row).encodeValues(values);
        }
        throw new AssertionError(type);
    }

    private Object scalar(Scalar scalar) {
        return switch (scalar) {
            case BOOLEAN -> (long) random.nextInt(2);
            case TINYINT -> edge() ? Byte.MIN_VALUE : (long) (byte) random.nextInt();
            case SMALLINT -> edge() ? Short.MIN_VALUE : (long) (short) random.nextInt();
            case INT -> edge() ? Integer.MIN_VALUE : (long) random.nextInt();
            case BIGINT, INTERVAL_MONTH, INTERVAL_MICROSECOND -> edge() ? Long.MIN_VALUE : random.nextLong();
            case FLOAT -> edge() ? -Float.MAX_VALUE : (double) (random.nextFloat() * 1e10f);
            case DOUBLE -> edge() ? Double.MIN_VALUE : random.nextGaussian() * 1e200;
            case DATE -> day();
            case NULL -> throw new AssertionError(scalar);
        };
    }

    private byte[] text(DataType.Text type) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(3); left >= 0; left--) {
            text.append(TEXTS[random.nextInt(TEXTS.length)]);
        }
        while (text.codePointCount(0, text.length()) > type.length()) {
            text.deleteCharAt(0);
            if (!text.isEmpty() && Character.isLowSurrogate(text.charAt(0))) {
                text.deleteCharAt(0);
            }
        }
        String value = type.fixed() ? text.toString().replaceAll(" +$", "") : text.toString();
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private long temporal(DataType.Temporal type) {
        long unit = 1;
        for (int i = type.precision(); i < 6; i++) {
            unit *= 10;
        }
        long micros = Math.floorMod(random.nextLong(), MICROS_PER_DAY);
        if (type.temporal() != TemporalKind.TIME) {
            micros += day() * MICROS_PER_DAY;
        }
        return micros - Math.floorMod(micros, unit);
    }

    private long day() {
        return edge() ? YEAR_1 : YEAR_1 + 1 + random.nextInt((int) (YEAR_9999_END - YEAR_1 - 1));
    }

    private boolean edge() {
        return random.nextInt(8) == 0;
    }
}
