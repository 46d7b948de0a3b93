package io.alluvium.examples.mall;

import static io.alluvium.examples.mall.MallClock.RUSHES;
import static io.alluvium.examples.mall.MallClock.RUSH_SECONDS;
import static io.alluvium.examples.mall.MallClock.SETTLE_SECONDS;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Plays the sale: three rushes of orders over the two source databases, and between the good messages all that goes wrong on the
 * way to a topic: spans sent again, truncated and foreign messages, DDL. The same seed gives the same bytes.
 */
final class MallSimulation {
    private static final List<Integer> ORDERS_AFTER_RUSH = List.of(660, 1330, 2000);

    private final Random random;
    private final SourceDatabase mall = new SourceDatabase();
    private final SourceDatabase crm = new SourceDatabase();
    private final MallUsers users;
    private final MallTrade trade;

    private MallSimulation(long seed) {
        random = new Random(seed);
        users = new MallUsers(crm, random);
        trade = new MallTrade(mall, users, random);
    }

    /** Plays the whole sale. */
    static MallSimulation play(long seed) {
        MallSimulation simulation = new MallSimulation(seed);
        long opening = RUSHES.get(0) - 3600;
        simulation.users.open(opening);
        simulation.trade.open(opening);
        for (int rush = 0; rush < RUSHES.size(); rush++) {
            simulation.rush(rush);
        }
        return simulation;
    }

    SourceDatabase mall() {
        return mall;
    }

    SourceDatabase crm() {
        return crm;
    }

    private void rush(int rush) {
        long start = RUSHES.get(rush);
        int goal = ORDERS_AFTER_RUSH.get(rush);
        int round = 0;
        for (long now = start; now < start + RUSH_SECONDS + SETTLE_SECONDS; now += 5 + random.nextInt(8)) {
            int missing = goal - trade.orders();
            if (now < start + RUSH_SECONDS && missing > 0) {
                trade.order(now, Math.min(missing, 1 + random.nextInt(9)));
                if (random.nextInt(3) == 0) {
                    users.somethingHappens(now);
                }
            }
            trade.settle(now);
            incident(rush, round++, now);
        }
        long end = start + RUSH_SECONDS + SETTLE_SECONDS;
        if (trade.orders() < goal) {
            trade.order(end, goal - trade.orders());
        }
        trade.settleAll(end);
        afterRush(rush, end + 1800);
    }

    /** What else happens in a certain round of a rush; at most one thing a round. */
    private void incident(int rush, int round, long now) {
        switch (rush * 1000 + round) {
            case 10 -> trade.changePrices(now, "食品生鲜", 95);
            case 30 -> truncated(mall.topic(), 0.6);
            case 45 -> foreign(now, "A1001");
            case 50 -> mall.topic().badLine("null", "null payload");
            case 60 -> mall.topic().sendAgain(40);
            case 70 -> annotated(now);
            case 90 -> trace(now);
            case 1005 -> trade.changePrices(now, "手机数码", 90);
            case 1020 -> trade.renumberDetails(now);
            case 1030 -> truncated(mall.topic(), 0.97);
            case 1040 -> users.merge(now);
            case 1041 -> trade.moveOrders(now + 1, MallUsers.MERGED_USER, MallUsers.MERGED_INTO);
            case 1050 -> mall.topic().badLine("-- mysqld: ready for connections --", "plain text");
            case 1060 -> trade.changeDetails(now);
            case 1070 -> mall.topic().sendAgain(65);
            case 1080 -> users.raiseMany(now);
            case 1085 -> crm.topic().sendAgain(12);
            case 1090 -> foreign(now, "A1002");
            case 2003 -> trade.addPromotions(now);
            case 2020 -> truncated(mall.topic(), 0.3);
            case 2030 -> truncated(crm.topic(), 0.5);
            case 2035 -> wrongShape();
            case 2040 -> annotated(now);
            case 2050 -> trade.changePrices(now, "服饰鞋包", 80);
            case 2060 -> emptyInsert(now);
            case 2070 -> mall.topic().sendAgain(30);
            case 2080 -> trace(now);
            default -> {}
        }
    }

    private void afterRush(int rush, long now) {
        switch (rush) {
            case 0 -> {
                trade.deleteCancelled(now, 5);
                trade.deletePayment(now + 60, 77);
                trade.changeComments(now + 120);
            }
            case 1 -> {
                trade.returnGoods(now - 60, 9);
                trade.deleteCancelled(now, 4);
                users.leave(now + 30);
                trade.deletePayment(now + 60, 808);
                trade.changeComments(now + 120);
            }
            case 2 -> {
                trade.returnGoods(now - 60, 14);
                trade.deleteCancelled(now, 3);
                trade.takeOffSale(now + 30);
                trade.deletePayment(now + 60, 1500);
                users.registerTheRest(now + 90);
                trade.changeComments(now + 120);
            }
            default -> throw new AssertionError("rush " + rush);
        }
    }

    /** A writer that dies in the middle of a line; the message comes again in full, or did before. */
    private static void truncated(CanalTopic topic, double part) {
        String line = topic.lastLine();
        topic.badLine(line.substring(0, (int) (line.length() * part)), "truncated message");
    }

    private void wrongShape() {
        mall.topic()
                .badLine(
                        "{\"data\":\"oops\",\"database\":\"mall\",\"es\":\"yesterday\",\"isDdl\":false,\"old\":null,\"table\":\"order_info\",\"type\":\"INSERT\"}",
                        "wrong types");
    }

    private void emptyInsert(long now) {
        mall.topic().rows("INSERT", MallSchema.ORDER_INFO, List.of(), null, now * 1000);
    }

    /** Rows of the rehearsal database: the same table name, but neither its ids nor its amounts are numbers. */
    private void foreign(long now, String id) {
        Map<String, @Nullable String> row = new LinkedHashMap<>();
        MallSchema.REHEARSAL_ORDER_INFO.columns().forEach(column -> row.put(column.name(), "n/a"));
        row.put("id", id);
        mall.topic().rows("INSERT", MallSchema.REHEARSAL_ORDER_INFO, List.of(row), null, now * 1000);
    }

    /** What a MariaDB source with annotated row events adds before a change. */
    private void annotated(long now) {
        mall.topic()
                .statement("QUERY", "", "", false, "UPDATE order_info SET order_status='1004' WHERE id=1", now * 1000);
    }

    private void trace(long now) {
        mall.at(now);
        mall.insert(
                MallSchema.TRACE_LOG,
                List.of(
                        Arrays.asList(String.valueOf(now), "checkout", "slow: 812 ms"),
                        Arrays.asList(String.valueOf(now), "checkout", null),
                        Arrays.asList(null, null, null)));
    }
}
