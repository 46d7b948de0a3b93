package io.alluvium.examples.mall;

import static io.alluvium.examples.mall.MallSchema.ORDER_INFO;
import static io.alluvium.examples.mall.MallSchema.PAYMENT_INFO;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The example's source data with two cells wrong: one payment is dearer, another one is deleted at the end of the topic. A check
 * against the true answers must name exactly what follows from that.
 */
public final class TamperedMall {
    private static final long CENTS_MORE = 100;

    private TamperedMall() {}

    /** Writes the tampered {@code data/ods}, and under {@code expected} what it leads to, into the folder given. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("give the folder to write to");
        }
        MallGenerator.write(generate(), Path.of(arguments[0]));
    }

    /** The files by their path inside the folder, as {@link MallGenerator#generate} has them. */
    public static Map<String, String> generate() {
        MallSimulation simulation = MallSimulation.play(MallGenerator.SEED);
        SourceDatabase mall = simulation.mall();
        Map<String, @Nullable String> dearer = paymentAfter(mall, 300);
        Map<String, @Nullable String> deleted = paymentAfter(mall, 1100);
        String sent = JsonText.of(dearer);
        dearer.put("total_amount", MallTrade.money(MallTrade.cents(dearer.get("total_amount")) + CENTS_MORE));
        mall.delete(PAYMENT_INFO, List.of(String.valueOf(deleted.get("id"))));

        Map<String, String> files =
                new TreeMap<>(MallGenerator.files(simulation, MallLog.write(MallGenerator.SEED + 1)));
        files.replaceAll(
                (path, text) -> path.startsWith("data/ods/ods_mall/") ? text.replace(sent, JsonText.of(dearer)) : text);
        return files;
    }

    /** The first payment from this number on that is the only one of an order whose minute and province others paid in too. */
    private static Map<String, @Nullable String> paymentAfter(SourceDatabase mall, int number) {
        Map<String, Integer> paidInCell = new TreeMap<>();
        mall.rows(PAYMENT_INFO).values().forEach(payment -> paidInCell.merge(cell(mall, payment), 1, Integer::sum));
        return mall.rows(PAYMENT_INFO).values().stream()
                .filter(payment -> Integer.parseInt(String.valueOf(payment.get("id"))) >= number)
                .filter(payment -> Objects.requireNonNull(paidInCell.get(cell(mall, payment))) > 1)
                .filter(payment -> mall.rows(PAYMENT_INFO).values().stream()
                                .filter(other -> Objects.equals(other.get("order_id"), payment.get("order_id")))
                                .count()
                        == 1)
                .findFirst()
                .orElseThrow();
    }

    private static String cell(SourceDatabase mall, Map<String, @Nullable String> payment) {
        String order = String.valueOf(payment.get("order_id"));
        return String.valueOf(payment.get("callback_time")).substring(0, 16)
                + mall.row(ORDER_INFO, order).get("province_id");
    }
}
