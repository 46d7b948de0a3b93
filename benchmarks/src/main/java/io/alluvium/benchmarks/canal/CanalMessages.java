package io.alluvium.benchmarks.canal;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Messages about one table, {@code order_info}, as Canal writes them: each order is inserted, and paid in a later message. A ring
 * of them is made once; number n of a log is that at n modulo the ring's size, so that orders come again with every turn.
 */
final class CanalMessages {
    static final int RING = 1 << 13;

    private static final String HEAD =
            "{\"data\":[%s],\"database\":\"shop\",\"es\":1700000000000,\"gtid\":\"\",\"id\":%d,"
                    + "\"isDdl\":false,\"mysqlType\":{\"id\":\"bigint\",\"user_id\":\"bigint\",\"sku_name\":\"varchar(200)\","
                    + "\"amount\":\"decimal(16,2)\",\"status\":\"varchar(20)\",\"create_time\":\"datetime\"},\"old\":%s,"
                    + "\"pkNames\":[\"id\"],\"sql\":\"\",\"sqlType\":{\"id\":-5,\"user_id\":-5,\"sku_name\":12,\"amount\":3,\"status\":12,"
                    + "\"create_time\":93},\"table\":\"order_info\",\"ts\":1700000000123,\"type\":\"%s\"}";
    private static final String ROW =
            "{\"id\":\"%d\",\"user_id\":\"%d\",\"sku_name\":\"商品 number %d\",\"amount\":\"%d.%02d\","
                    + "\"status\":\"%s\",\"create_time\":\"2023-11-14 %02d:%02d:%02d\"}";

    private final byte[][] ring = new byte[RING][];

    CanalMessages() {
        for (int i = 0; i < RING; i++) {
            ring[i] = message(i).getBytes(StandardCharsets.UTF_8);
        }
    }

    byte[] message(long number) {
        return ring[(int) (number % RING)];
    }

    /** Even numbers insert order n / 2, odd ones pay it. */
    private static String message(int number) {
        int order = number / 2;
        boolean paid = number % 2 == 1;
        String row = String.format(
                Locale.ROOT,
                ROW,
                order,
                order % 997,
                order % 331,
                order % 1000,
                order % 100,
                paid ? "paid" : "created",
                order % 24,
                order % 60,
                number % 60);
        String old = paid ? "[{\"status\":\"created\"}]" : "null";
        return String.format(Locale.ROOT, HEAD, row, number, old, paid ? "UPDATE" : "INSERT");
    }
}
