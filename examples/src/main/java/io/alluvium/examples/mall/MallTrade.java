package io.alluvium.examples.mall;

import static io.alluvium.examples.mall.MallSchema.BASE_PROVINCE;
import static io.alluvium.examples.mall.MallSchema.COMMENT_INFO;
import static io.alluvium.examples.mall.MallSchema.ORDER_DETAIL;
import static io.alluvium.examples.mall.MallSchema.ORDER_INFO;
import static io.alluvium.examples.mall.MallSchema.PAYMENT_INFO;
import static io.alluvium.examples.mall.MallSchema.SKU_INFO;
import static io.alluvium.examples.mall.MallSchema.SKU_INFO_WITH_PROMOTION;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What happens in the mall database: goods and prices, orders with their details, payments, cancellations, comments. */
final class MallTrade {
    static final String CREATED = "1001";
    static final String PAID = "1002";
    static final String CANCELLED = "1003";
    static final String FINISHED = "1004";
    static final String RETURNED = "1005";

    private static final int SKUS = 60;

    /** An order that is to be dealt with at a time. */
    private record Due(long second, int order) {}

    private final SourceDatabase mall;
    private final MallUsers users;
    private final Random random;
    private final PriorityQueue<Due> toPay = queue();
    private final PriorityQueue<Due> toCancel = queue();
    private final PriorityQueue<Due> toFinish = queue();
    private final PriorityQueue<Due> toComment = queue();
    private final List<Integer> cancelled = new ArrayList<>();
    private int orders;
    private int details;
    private int payments;
    private int comments;

    MallTrade(SourceDatabase mall, MallUsers users, Random random) {
        this.mall = mall;
        this.users = users;
        this.random = random;
    }

    int orders() {
        return orders;
    }

    void open(long second) {
        mall.at(second);
        for (SourceTable table :
                List.of(BASE_PROVINCE, SKU_INFO, ORDER_INFO, ORDER_DETAIL, PAYMENT_INFO, COMMENT_INFO)) {
            mall.create(table);
        }
        mall.create(MallSchema.TRACE_LOG);
        List<List<@Nullable String>> provinces = new ArrayList<>();
        for (MallNames.Province province : MallNames.PROVINCES) {
            provinces.add(Arrays.asList(
                    String.valueOf(provinces.size() + 1),
                    province.name(),
                    province.region(),
                    province.areaCode(),
                    province.isoCode()));
        }
        mall.at(second + 60);
        mall.insert(BASE_PROVINCE, provinces);
        int sku = 0;
        for (MallNames.Goods goods : MallNames.GOODS) {
            List<List<@Nullable String>> rows = new ArrayList<>();
            for (String name : goods.names()) {
                long cents = goods.price() * (100L + 13L * (sku % 10)) + (sku % 3 == 0 ? 0 : sku % 3 == 1 ? 90 : 50);
                rows.add(Arrays.asList(
                        String.valueOf(++sku), name, goods.category(), money(cents), "1", MallClock.datetime(second)));
            }
            mall.insert(SKU_INFO, rows);
        }
    }

    /** Some orders come in: one INSERT for the orders, one for all their details. */
    void order(long second, int count) {
        mall.at(second);
        List<List<@Nullable String>> orderRows = new ArrayList<>();
        List<List<@Nullable String>> detailRows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int order = ++orders;
            long total = 0;
            for (String sku : basket()) {
                long cents = cents(mall.row(SKU_INFO, sku).get("price"));
                int pieces = 1 + (int) (3 * Math.pow(random.nextDouble(), 3));
                total += cents * pieces;
                detailRows.add(Arrays.asList(
                        String.valueOf(++details), String.valueOf(order), sku, String.valueOf(pieces), money(cents)));
            }
            orderRows.add(Arrays.asList(
                    String.valueOf(order),
                    String.valueOf(users.anyUser()),
                    String.valueOf(order % 397 == 0 ? 99 : MallNames.province(random)),
                    CREATED,
                    money(total),
                    MallClock.datetime(second),
                    null));
            int fate = random.nextInt(100);
            if (fate < 85) {
                toPay.add(new Due(second + 5 + random.nextInt(235), order));
            } else if (fate < 95) {
                toCancel.add(new Due(second + 120 + random.nextInt(360), order));
            }
        }
        mall.insert(ORDER_INFO, orderRows);
        mall.insert(ORDER_DETAIL, detailRows);
    }

    /** Settles what is due: payments, cancellations, deliveries, comments. */
    void settle(long second) {
        mall.at(second);
        pay(second);
        String now = MallClock.datetime(second);
        List<String> given = due(toCancel, second, 12);
        setStatus(given, CANCELLED, now);
        given.forEach(order -> cancelled.add(Integer.valueOf(order)));
        if (toFinish.size() > 15) {
            List<String> delivered = due(toFinish, second, 25);
            setStatus(delivered, FINISHED, now);
            for (String order : delivered) {
                if (random.nextInt(100) < 34) {
                    toComment.add(new Due(second + 60 + random.nextInt(200), Integer.parseInt(order)));
                }
            }
        }
        if (toComment.size() > 4) {
            comment(second, due(toComment, second, 8));
        }
    }

    /** Settles all that is under way, from this second on. */
    void settleAll(long second) {
        for (long now = second; !toPay.isEmpty() || !toCancel.isEmpty() || toFinish.size() > 15; now += 4) {
            settle(now);
        }
    }

    private void pay(long second) {
        List<String> paying = due(toPay, second, 12);
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String order : paying) {
            long total = cents(mall.row(ORDER_INFO, order).get("total_amount"));
            String type = List.of("alipay", "wechat", "unionpay").get((int) (3 * Math.pow(random.nextDouble(), 1.4)));
            long deposit = Integer.parseInt(order) % 80 == 0 ? total / 5 : 0;
            if (deposit > 0) {
                rows.add(payment(order, type, deposit, second - 2));
            }
            rows.add(payment(order, type, total - deposit, second));
            if (random.nextInt(100) < 90) {
                toFinish.add(new Due(second + 150 + random.nextInt(120), Integer.parseInt(order)));
            }
        }
        mall.insert(PAYMENT_INFO, rows);
        setStatus(paying, PAID, MallClock.datetime(second));
    }

    private List<@Nullable String> payment(String order, String type, long cents, long second) {
        return Arrays.asList(String.valueOf(++payments), order, type, money(cents), MallClock.datetime(second));
    }

    private void comment(long second, List<String> commented) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String order : commented) {
            String sku = String.valueOf(mall.rows(ORDER_DETAIL).values().stream()
                    .filter(row -> order.equals(row.get("order_id")))
                    .findFirst()
                    .orElseThrow()
                    .get("sku_id"));
            int mood = random.nextInt(100);
            List<String> texts = mood < 70 ? MallNames.PRAISE : mood < 88 ? MallNames.MIDDLING : MallNames.BLAME;
            String appraise = mood < 70 ? "1201" : mood < 88 ? "1202" : "1203";
            rows.add(Arrays.asList(
                    String.valueOf(++comments),
                    mall.row(ORDER_INFO, order).get("user_id"),
                    sku,
                    order,
                    mood == 5 ? "1204" : appraise,
                    mood == 5 ? null : texts.get(random.nextInt(texts.size())),
                    MallClock.datetime(second),
                    null));
        }
        mall.insert(COMMENT_INFO, rows);
    }

    /** Buyers add to what they wrote, or take it back: NULL becomes a value and a value NULL. */
    void changeComments(long second) {
        mall.at(second);
        List<String> keys = mall.rows(COMMENT_INFO).keySet().stream()
                .filter(key -> Integer.parseInt(key) % 9 == 0)
                .limit(10)
                .toList();
        String now = MallClock.datetime(second);
        mall.update(COMMENT_INFO, keys, row -> {
            boolean empty = row.get("comment_txt") == null;
            row.put(
                    "comment_txt",
                    empty ? "追评：还不错 😊" : row.get("operate_time") == null ? "追评：" + row.get("comment_txt") : null);
            row.put("appraise", "1201");
            row.put("operate_time", now);
        });
    }

    /** A price change of every third item of a category; a message of several rows. */
    void changePrices(long second, String category, int percent) {
        mall.at(second);
        List<String> keys = mall.rows(SKU_INFO).values().stream()
                .filter(row -> category.equals(row.get("category_name")))
                .filter(row -> Integer.parseInt(String.valueOf(row.get("id"))) % 3 != 0)
                .map(row -> String.valueOf(row.get("id")))
                .toList();
        mall.update(SKU_INFO, keys, row -> row.put("price", money(cents(row.get("price")) * percent / 100)));
    }

    /** The table gets a column in the middle of the sale, and some goods a text in it, one of which is taken back. */
    void addPromotions(long second) {
        mall.at(second);
        mall.alter(SKU_INFO_WITH_PROMOTION, "ALTER TABLE sku_info ADD COLUMN promo_text VARCHAR(40) DEFAULT NULL");
        mall.at(second + 20);
        mall.update(SKU_INFO, List.of("1", "2", "3", "11"), row -> row.put("promo_text", "618 直降 🔥"));
        mall.at(second + 40);
        mall.update(SKU_INFO, List.of("3"), row -> row.put("promo_text", null));
    }

    /** Finished orders that come back; what was written about them no longer counts. */
    void returnGoods(long second, int count) {
        mall.at(second);
        List<String> keys = mall.rows(COMMENT_INFO).values().stream()
                .map(row -> String.valueOf(row.get("order_id")))
                .filter(order -> FINISHED.equals(mall.row(ORDER_INFO, order).get("order_status")))
                .filter(order -> Integer.parseInt(order) % 5 == 0)
                .limit(count)
                .toList();
        setStatus(keys, RETURNED, MallClock.datetime(second));
    }

    /** One of the goods is deleted; order lines keep its number. */
    void takeOffSale(long second) {
        mall.at(second);
        mall.delete(SKU_INFO, List.of("58"));
    }

    /** Cancelled orders vanish with their details. */
    void deleteCancelled(long second, int count) {
        mall.at(second);
        for (int i = 0; i < count; i++) {
            String order = String.valueOf(cancelled.remove(0));
            mall.delete(ORDER_INFO, List.of(order));
            mall.delete(ORDER_DETAIL, detailsOf(order));
        }
    }

    /** A payment is taken back; the order stays as it is. */
    void deletePayment(long second, int payment) {
        mall.at(second);
        mall.delete(PAYMENT_INFO, List.of(String.valueOf(payment)));
    }

    /** Details get new numbers: the primary key changes in an UPDATE of several rows. */
    void renumberDetails(long second) {
        mall.at(second);
        mall.update(ORDER_DETAIL, List.of("101", "102", "103"), row -> row.put("id", "9" + row.get("id")));
    }

    /** Pieces are taken out of details; their orders cost less. */
    void changeDetails(long second) {
        mall.at(second);
        List<String> keys = mall.rows(ORDER_DETAIL).values().stream()
                .filter(row -> "3".equals(row.get("sku_num")) || "2".equals(row.get("sku_num")))
                .map(row -> String.valueOf(row.get("id")))
                .limit(7)
                .toList();
        mall.update(ORDER_DETAIL, keys, row -> row.put("sku_num", "1"));
    }

    void moveOrders(long second, int fromUser, int toUser) {
        mall.at(second);
        List<String> keys = mall.rows(ORDER_INFO).values().stream()
                .filter(row -> String.valueOf(fromUser).equals(row.get("user_id")))
                .map(row -> String.valueOf(row.get("id")))
                .toList();
        mall.update(ORDER_INFO, keys, row -> row.put("user_id", String.valueOf(toUser)));
    }

    private void setStatus(List<String> keys, String status, String now) {
        if (!keys.isEmpty()) {
            mall.update(ORDER_INFO, keys, row -> {
                row.put("order_status", status);
                row.put("operate_time", now);
            });
        }
    }

    private Set<String> basket() {
        int size = List.of(1, 1, 1, 2, 2, 2, 2, 3, 3, 4).get(random.nextInt(10));
        Set<String> skus = new LinkedHashSet<>();
        while (skus.size() < size) {
            String sku = String.valueOf(1 + (int) (SKUS * Math.pow(random.nextDouble(), 1.6)));
            if (mall.rows(SKU_INFO).containsKey(sku)) {
                skus.add(sku);
            }
        }
        return skus;
    }

    private List<String> detailsOf(String order) {
        return mall.rows(ORDER_DETAIL).values().stream()
                .filter(row -> order.equals(row.get("order_id")))
                .map(row -> String.valueOf(row.get("id")))
                .collect(Collectors.toList());
    }

    private static List<String> due(PriorityQueue<Due> queue, long second, int most) {
        List<String> orders = new ArrayList<>();
        while (orders.size() < most && !queue.isEmpty() && queue.peek().second() <= second) {
            orders.add(String.valueOf(queue.remove().order()));
        }
        return orders;
    }

    private static PriorityQueue<Due> queue() {
        return new PriorityQueue<>(Comparator.comparingLong(Due::second).thenComparingInt(Due::order));
    }

    /** Cents as Canal writes a DECIMAL(.., 2): a zero fraction is ".0", any other has both digits. */
    static String money(long cents) {
        return cents % 100 == 0
                ? cents / 100 + ".0"
                : BigDecimal.valueOf(cents, 2).toPlainString();
    }

    static long cents(@Nullable String money) {
        return new BigDecimal(String.valueOf(money)).movePointRight(2).longValueExact();
    }
}
