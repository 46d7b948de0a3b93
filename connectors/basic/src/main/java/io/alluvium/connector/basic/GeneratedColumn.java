package io.alluvium.connector.basic;

import io.alluvium.core.connector.Options;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.core.row.ColumnBuilder;
import io.alluvium.core.row.Int128;
import io.alluvium.core.type.ColumnKind;
import io.alluvium.core.type.DataType;
import io.alluvium.core.type.DataType.Scalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The values of one column: a function of seed and row number. Stateless. */
final class GeneratedColumn {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final DataType type;
    private final long seed;
    private final boolean sequence;
    private final BigInteger start;
    private final double least;
    private final double most;
    private final BigInteger leastExact;
    private final BigInteger rangeExact;
    private final int length;
    private final long maxPastMicros;
    private final double nullRate;

    GeneratedColumn(Options options, String name, DataType type, long seed) {
        String prefix = "fields." + name + ".";
        this.type = type;
        this.seed = mix(seed);
        this.sequence = options.text(prefix + "kind").equals("sequence");
        this.length = (int) Math.min(options.integer(prefix + "length"), 1 << 20);
        this.maxPastMicros = options.millis(prefix + "max-past") * 1000;
        this.nullRate = number(options, prefix + "null-rate", BigDecimal.ZERO).doubleValue();
        int scale = type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
        boolean nested =
                type instanceof DataType.Array || type instanceof DataType.MapOf || type instanceof DataType.Row;
        if (nested || type.is(Scalar.INTERVAL_MONTH) || type.is(Scalar.INTERVAL_MICROSECOND)) {
            throw new AlluviumException(
                    ErrorCode.UNSUPPORTED, "connector \"datagen\" makes no values of type " + type.sql());
        }
        if (sequence) {
            sequenceRows(options, prefix);
        }
        this.start = unscaled(number(options, prefix + "start", BigDecimal.ZERO), scale, prefix + "start");
        BigDecimal min = number(options, prefix + "min", limit(type).negate());
        BigDecimal max = number(options, prefix + "max", limit(type));
        if (min.compareTo(max) > 0) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "option \"" + prefix + "min\" is greater than \"" + prefix + "max\"");
        }
        this.least = min.doubleValue();
        this.most = max.doubleValue();
        boolean exact = !type.isApproximate();
        this.leastExact = exact ? unscaled(min, scale, prefix + "min") : BigInteger.ZERO;
        this.rangeExact = exact
                ? unscaled(max, scale, prefix + "max").subtract(leastExact).add(BigInteger.ONE)
                : BigInteger.ONE;
    }

    /** Rows that a sequence has. */
    static long sequenceRows(Options options, String prefix) {
        if (!options.has(prefix + "start") || !options.has(prefix + "end")) {
            throw new AlluviumException(
                    ErrorCode.OPTION_MISSING, "a sequence needs \"" + prefix + "start\" and \"" + prefix + "end\"");
        }
        BigDecimal rows = number(options, prefix + "end", BigDecimal.ZERO)
                .subtract(number(options, prefix + "start", BigDecimal.ZERO))
                .add(BigDecimal.ONE);
        return Math.max(0, rows.setScale(0, RoundingMode.DOWN).longValue());
    }

    void append(long row, long startedMicros, ColumnBuilder target) {
        long bits = mix(seed + row * 0x9E3779B97F4A7C15L);
        if (nullRate > 0 && type.nullable() && unit(mix(bits + 1)) < nullRate) {
            target.appendNull();
        } else if (type instanceof DataType.Text) {
            text(row, bits, target);
        } else if (type instanceof DataType.Binary) {
            target.appendBytes(random(bits, false));
        } else if (type.isApproximate()) {
            double value = sequence ? start.doubleValue() + row : least + unit(bits) * (most - least);
            target.appendDouble(type.is(Scalar.FLOAT) ? (float) value : value);
        } else if (type instanceof DataType.Temporal temporal) {
            target.appendLong(time(bits, startedMicros, temporal));
        } else if (type.is(Scalar.DATE)) {
            target.appendLong(Math.floorDiv(startedMicros - past(bits), MICROS_PER_DAY));
        } else if (type.is(Scalar.BOOLEAN)) {
            target.appendLong(bits & 1);
        } else {
            BigInteger value = sequence
                    ? start.add(step().multiply(BigInteger.valueOf(row)))
                    : leastExact.add(spread(bits).mod(rangeExact));
            if (type.kind() == ColumnKind.INT128) {
                Int128 wide = Int128.of(value);
                target.appendInt128(wide.high(), wide.low());
            } else {
                target.appendLong(value.longValueExact());
            }
        }
    }

    private BigInteger step() {
        return BigInteger.TEN.pow(type instanceof DataType.Decimal decimal ? decimal.scale() : 0);
    }

    private void text(long row, long bits, ColumnBuilder target) {
        if (sequence) {
            target.appendBytes(start.add(BigInteger.valueOf(row)).toString().getBytes(StandardCharsets.US_ASCII));
        } else {
            target.appendBytes(random(bits, true));
        }
    }

    private byte[] random(long bits, boolean digits) {
        int size = length;
        if (type instanceof DataType.Text text) {
            size = Math.min(size, text.length());
        } else if (type instanceof DataType.Binary binary) {
            size = binary.fixed() ? binary.length() : Math.min(size, binary.length());
        }
        byte[] bytes = new byte[size];
        long state = bits;
        for (int i = 0; i < size; i++) {
            if ((i & 7) == 0) {
                state = mix(state + 0x9E3779B97F4A7C15L);
            }
            int octet = (int) (state >>> (i & 7) * 8) & 0xFF;
            bytes[i] = digits ? DIGITS[octet & 15] : (byte) octet;
        }
        return bytes;
    }

    private long time(long bits, long startedMicros, DataType.Temporal temporal) {
        long micros = startedMicros - past(bits);
        long unit = 1;
        for (int i = temporal.precision(); i < 6; i++) {
            unit *= 10;
        }
        micros -= Math.floorMod(micros, unit);
        return temporal.temporal() == DataType.TemporalKind.TIME ? Math.floorMod(micros, MICROS_PER_DAY) : micros;
    }

    private long past(long bits) {
        return maxPastMicros == 0 ? 0 : Math.floorMod(bits, maxPastMicros + 1);
    }

    private static BigInteger spread(long bits) {
        byte[] wide = new byte[17];
        for (int i = 0; i < 16; i++) {
            wide[i + 1] = (byte) (mix(bits + (i >> 3)) >>> (i & 7) * 8);
        }
        return new BigInteger(wide);
    }

    private static double unit(long bits) {
        return (bits >>> 11) * 0x1.0p-53;
    }

    private static BigDecimal limit(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return new BigDecimal(BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE), decimal.scale());
        }
        if (type instanceof DataType.Simple simple) {
            return switch (simple.scalar()) {
                case TINYINT -> BigDecimal.valueOf(Byte.MAX_VALUE);
                case SMALLINT -> BigDecimal.valueOf(Short.MAX_VALUE);
                case INT -> BigDecimal.valueOf(Integer.MAX_VALUE);
                case FLOAT, DOUBLE -> BigDecimal.valueOf(1e30);
                case BIGINT, BOOLEAN, DATE, INTERVAL_MONTH, INTERVAL_MICROSECOND, NULL -> BigDecimal.valueOf(
                        Long.MAX_VALUE);
            };
        }
        return BigDecimal.valueOf(Long.MAX_VALUE);
    }

    private static BigDecimal number(Options options, String name, BigDecimal otherwise) {
        @Nullable String text = options.textOrNull(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return new BigDecimal(text.trim());
        } catch (NumberFormatException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "option \"" + name + "\" is \"" + text + "\"", "write a number", e);
        }
    }

    private BigInteger unscaled(BigDecimal value, int scale, String option) {
        try {
            BigInteger unscaled =
                    value.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
            if (value.abs().compareTo(limit(type).add(BigDecimal.ONE)) <= 0) {
                return unscaled;
            }
        } catch (ArithmeticException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "option \"" + option + "\" is " + value, "write a " + type.sql(), e);
        }
        throw new AlluviumException(
                ErrorCode.OPTION_INVALID, "option \"" + option + "\" is " + value, "write a " + type.sql());
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
