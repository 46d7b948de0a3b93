package io.alluvium.examples.mall;

import static io.alluvium.examples.mall.MallSchema.USER_INFO;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What happens in the crm database: people register, rename themselves, rise in level, lose an e-mail address, leave. */
final class MallUsers {
    private static final int REGISTERED_BEFORE = 260;
    private static final int USERS = 300;

    /** The account that is merged into a new number by an UPDATE of its primary key. */
    static final int MERGED_USER = 23;

    static final int MERGED_INTO = 1023;

    private final SourceDatabase crm;
    private final Random random;
    private final Set<Integer> gone = new HashSet<>();
    private int registered;

    MallUsers(SourceDatabase crm, Random random) {
        this.crm = crm;
        this.random = random;
    }

    void open(long second) {
        crm.at(second);
        crm.create(USER_INFO);
        while (registered < REGISTERED_BEFORE) {
            crm.at(second + registered);
            List<List<@Nullable String>> rows = new ArrayList<>();
            for (int i = 0; i < 4 && registered < REGISTERED_BEFORE; i++) {
                rows.add(newUser(second - random.nextInt(30 * 24 * 3600)));
            }
            crm.insert(USER_INFO, rows);
        }
    }

    /** A user who is registered by now. */
    int anyUser() {
        int user = 1 + (int) (registered * Math.pow(random.nextDouble(), 1.3));
        return gone.contains(user) ? user + 10 : user;
    }

    /** One of the small things that happen now and then. */
    void somethingHappens(long second) {
        crm.at(second);
        String now = MallClock.datetime(second);
        String user = String.valueOf(anyUser());
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                if (registered < USERS) {
                    crm.insert(USER_INFO, List.of(newUser(second)));
                }
            }
            case 2 -> crm.update(USER_INFO, List.of(user), row -> {
                row.put("nick_name", row.get("nick_name") + "·改");
                row.put("operate_time", now);
            });
            case 3 -> crm.update(USER_INFO, List.of(user), row -> {
                row.put("email", row.get("email") == null ? "new" + row.get("id") + "@example.com" : null);
                row.put("operate_time", now);
            });
            case 4 -> crm.update(USER_INFO, List.of(user), row -> {
                row.put("user_level", raised(row.get("user_level")));
                row.put("operate_time", now);
            });
            case 5 -> crm.update(USER_INFO, List.of(user), row -> row.put("phone", phone()));
            default -> throw new AssertionError();
        }
    }

    /** The nightly job that raises the level of many users by one statement: many rows in one message. */
    void raiseMany(long second) {
        crm.at(second);
        List<String> keys = new ArrayList<>();
        for (int user = 31; user <= 90; user += 4) {
            keys.add(String.valueOf(user));
        }
        crm.update(USER_INFO, keys, row -> row.put("user_level", raised(row.get("user_level"))));
    }

    void merge(long second) {
        crm.at(second);
        crm.update(USER_INFO, List.of(String.valueOf(MERGED_USER)), row -> {
            row.put("id", String.valueOf(MERGED_INTO));
            row.put("operate_time", MallClock.datetime(second));
        });
        gone.add(MERGED_USER);
    }

    /** Two users leave; what they ordered stays. */
    void leave(long second) {
        crm.at(second);
        gone.addAll(List.of(7, 8));
        crm.delete(USER_INFO, List.of("7", "8"));
    }

    /** Registers everybody who is still missing. */
    void registerTheRest(long second) {
        crm.at(second);
        while (registered < USERS) {
            crm.insert(USER_INFO, List.of(newUser(second)));
        }
    }

    private List<@Nullable String> newUser(long second) {
        int id = ++registered;
        String nickName = id % 25 == 0 ? MallNames.ODD_NAMES.get(id / 25 - 1) : MallNames.person(random);
        String birthday = id % 60 == 0
                ? "0000-00-00"
                : String.format(
                        "%d-%02d-%02d", 1960 + random.nextInt(48), 1 + random.nextInt(12), 1 + random.nextInt(28));
        return Arrays.asList(
                String.valueOf(id),
                "u" + (100000 + id * 37),
                nickName,
                String.valueOf(1 + (int) (3.6 * Math.pow(random.nextDouble(), 2))),
                phone(),
                random.nextInt(8) == 0 ? null : "u" + id + "@example.com",
                random.nextInt(6) == 0 ? null : random.nextBoolean() ? "F" : "M",
                random.nextInt(4) == 0 ? "1" : "0",
                random.nextInt(10) == 0 ? null : birthday,
                MallClock.datetime(second),
                null);
    }

    private String phone() {
        return "13" + (100000000 + random.nextInt(899999999));
    }

    private static String raised(@Nullable String level) {
        return String.valueOf(Math.min(4, Integer.parseInt(String.valueOf(level)) + 1));
    }
}
