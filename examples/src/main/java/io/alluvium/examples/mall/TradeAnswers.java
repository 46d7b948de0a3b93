package io.alluvium.examples.mall;

import static io.alluvium.examples.mall.MallSchema.BASE_PROVINCE;
import static io.alluvium.examples.mall.MallSchema.COMMENT_INFO;
import static io.alluvium.examples.mall.MallSchema.ORDER_DETAIL;
import static io.alluvium.examples.mall.MallSchema.ORDER_INFO;
import static io.alluvium.examples.mall.MallSchema.PAYMENT_INFO;
import static io.alluvium.examples.mall.MallSchema.SKU_INFO;
import static io.alluvium.examples.mall.MallSchema.USER_INFO;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Right answers of the trade tables, reckoned from the source databases as they stand at the end of the sale. */
final class TradeAnswers {
    private static final List<String> LEVELS = List.of("普通", "白银", "黄金", "钻石");
    private static final Set<String> SOLD = Set.of(MallTrade.PAID, MallTrade.FINISHED);

    /** What was paid for an order and when first. */
    private record Paid(BigDecimal amount, String since) {}

    private final SourceDatabase mall;
    private final SourceDatabase crm;
    private final Map<String, Paid> paidByOrder = new HashMap<>();

    TradeAnswers(MallSimulation simulation) {
        mall = simulation.mall();
        crm = simulation.crm();
        for (Map<String, @Nullable String> payment : mall.rows(PAYMENT_INFO).values()) {
            Paid one = new Paid(decimal(payment, "total_amount"), text(payment, "callback_time"));
            paidByOrder.merge(
                    text(payment, "order_id"),
                    one,
                    (a, b) -> new Paid(
                            a.amount().add(b.amount()), a.since().compareTo(b.since()) <= 0 ? a.since() : b.since()));
        }
    }

    AnswerTable gmvByMinuteAndProvince() {
        Map<String, Total> totals = new TreeMap<>();
        for (Map<String, @Nullable String> order : mall.rows(ORDER_INFO).values()) {
            Paid paid = paidByOrder.get(text(order, "id"));
            if (paid != null && !MallTrade.CANCELLED.equals(order.get("order_status"))) {
                totals.computeIfAbsent(
                                paid.since().substring(0, 16) + "\t" + order.get("province_id"), key -> new Total())
                        .add(1, paid.amount());
            }
        }
        AnswerTable table = new AnswerTable("pay_minute", "province_id", "province_name", "orders", "gmv");
        totals.forEach((key, total) -> {
            String province = key.substring(key.indexOf('\t') + 1);
            Map<String, @Nullable String> row = mall.rows(BASE_PROVINCE).get(province);
            table.add(key, row == null ? "未知" : row.get("name"), total.count, total.amount);
        });
        return table;
    }

    AnswerTable funnelByDay() {
        Map<String, List<Map<String, @Nullable String>>> days = new TreeMap<>();
        for (Map<String, @Nullable String> order : mall.rows(ORDER_INFO).values()) {
            days.computeIfAbsent(text(order, "create_time").substring(0, 10), day -> new ArrayList<>())
                    .add(order);
        }
        AnswerTable table = new AnswerTable(
                "order_date", "created", "paid", "finished", "cancelled", "order_amount", "paid_amount");
        days.forEach((day, orders) -> {
            Total ordered = new Total();
            Total paid = new Total();
            long finished = 0;
            long cancelled = 0;
            for (Map<String, @Nullable String> order : orders) {
                ordered.add(1, decimal(order, "total_amount"));
                Paid payment = paidByOrder.get(text(order, "id"));
                if (payment != null) {
                    paid.add(1, payment.amount());
                }
                finished += MallTrade.FINISHED.equals(order.get("order_status")) ? 1 : 0;
                cancelled += MallTrade.CANCELLED.equals(order.get("order_status")) ? 1 : 0;
            }
            table.add(day, ordered.count, paid.count, finished, cancelled, ordered.amount, paid.amount);
        });
        return table;
    }

    AnswerTable topSkus() {
        Map<String, Total> totals = new HashMap<>();
        forEachSale((order, detail) -> totals.computeIfAbsent(text(detail, "sku_id"), sku -> new Total())
                .add(Long.parseLong(text(detail, "sku_num")), amount(detail)));
        List<Map.Entry<String, Total>> ranked = new ArrayList<>(totals.entrySet());
        ranked.sort(Comparator.comparing((Map.Entry<String, Total> entry) -> entry.getValue().amount)
                .reversed()
                .thenComparing(entry -> Integer.valueOf(entry.getKey())));
        AnswerTable table = new AnswerTable("rank_no", "sku_id", "sku_name", "pieces", "amount");
        for (Map.Entry<String, Total> entry : ranked.subList(0, 10)) {
            Total total = entry.getValue();
            table.add(table.size() + 1, entry.getKey(), skuName(entry.getKey()), total.count, total.amount);
        }
        return table;
    }

    AnswerTable salesByLevel() {
        Map<String, Total> totals = new TreeMap<>();
        forEachSale((order, detail) -> {
            Total total = totals.computeIfAbsent(level(text(order, "user_id")), level -> new Total());
            total.add(1, amount(detail));
            total.orders.add(text(order, "id"));
            total.buyers.add(text(order, "user_id"));
        });
        AnswerTable table = new AnswerTable("user_level", "orders", "buyers", "amount");
        totals.forEach((level, total) -> table.add(level, total.orders.size(), total.buyers.size(), total.amount));
        return table;
    }

    AnswerTable commentsBySku() {
        Map<String, List<Map<String, @Nullable String>>> bySku = new TreeMap<>();
        mall.rows(COMMENT_INFO).values().stream()
                .filter(this::isOfFinishedOrder)
                .forEach(comment -> bySku.computeIfAbsent(text(comment, "sku_id"), sku -> new ArrayList<>())
                        .add(comment));
        AnswerTable table = new AnswerTable("sku_id", "sku_name", "comments", "good", "bad", "with_text");
        bySku.forEach((sku, comments) -> {
            if (comments.size() >= 5) {
                table.add(
                        sku,
                        skuName(sku),
                        comments.size(),
                        comments.stream()
                                .filter(row -> "1201".equals(row.get("appraise")))
                                .count(),
                        comments.stream()
                                .filter(row -> "1203".equals(row.get("appraise")))
                                .count(),
                        comments.stream()
                                .filter(row -> row.get("comment_txt") != null && !"".equals(row.get("comment_txt")))
                                .count());
            }
        });
        return table;
    }

    /** Rows each trade table between the source and APP must hold. */
    void countRows(Map<String, Integer> counts) {
        counts.put("dwd.dwd_order_info", mall.rows(ORDER_INFO).size());
        counts.put("dwd.dwd_order_detail", mall.rows(ORDER_DETAIL).size());
        counts.put("dwd.dwd_payment_info", mall.rows(PAYMENT_INFO).size());
        counts.put("dwd.dwd_comment_info", mall.rows(COMMENT_INFO).size());
        counts.put("dwd.dwd_sku_info", mall.rows(SKU_INFO).size());
        counts.put("dwd.dwd_base_province", mall.rows(BASE_PROVINCE).size());
        counts.put("dwd.dwd_user_info", crm.rows(USER_INFO).size());
        counts.put("dim.dim_user", crm.rows(USER_INFO).size());
        counts.put("dim.dim_sku", mall.rows(SKU_INFO).size());
        counts.put("dim.dim_province", mall.rows(BASE_PROVINCE).size());
        counts.put("dws.dws_order", mall.rows(ORDER_INFO).size());
        counts.put("dws.dws_order_wide", (int) mall.rows(ORDER_DETAIL).values().stream()
                .filter(detail -> mall.rows(ORDER_INFO).containsKey(text(detail, "order_id")))
                .count());
        counts.put("dws.dws_comment_wide", (int) mall.rows(COMMENT_INFO).values().stream()
                .filter(this::isOfFinishedOrder)
                .count());
    }

    private interface Sale {
        void accept(Map<String, @Nullable String> order, Map<String, @Nullable String> detail);
    }

    private static final class Total {
        private final Set<String> orders = new HashSet<>();
        private final Set<String> buyers = new HashSet<>();
        private long count;
        private BigDecimal amount = BigDecimal.ZERO;

        void add(long more, BigDecimal money) {
            count += more;
            amount = amount.add(money);
        }
    }

    private void forEachSale(Sale sale) {
        for (Map<String, @Nullable String> detail : mall.rows(ORDER_DETAIL).values()) {
            Map<String, @Nullable String> order = mall.rows(ORDER_INFO).get(text(detail, "order_id"));
            if (order != null && SOLD.contains(text(order, "order_status"))) {
                sale.accept(order, detail);
            }
        }
    }

    private boolean isOfFinishedOrder(Map<String, @Nullable String> comment) {
        Map<String, @Nullable String> order = mall.rows(ORDER_INFO).get(text(comment, "order_id"));
        return order != null && MallTrade.FINISHED.equals(order.get("order_status"));
    }

    private @Nullable String skuName(String sku) {
        Map<String, @Nullable String> row = mall.rows(SKU_INFO).get(sku);
        return row == null ? null : row.get("sku_name");
    }

    private String level(String user) {
        Map<String, @Nullable String> row = crm.rows(USER_INFO).get(user);
        return row == null ? "未知" : LEVELS.get(Integer.parseInt(text(row, "user_level")) - 1);
    }

    private static BigDecimal amount(Map<String, @Nullable String> detail) {
        return decimal(detail, "order_price").multiply(decimal(detail, "sku_num"));
    }

    private static BigDecimal decimal(Map<String, @Nullable String> row, String column) {
        return new BigDecimal(text(row, column));
    }

    private static String text(Map<String, @Nullable String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }
}
