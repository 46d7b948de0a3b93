package io.alluvium.connector.kafka;

import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.OptionType;
import java.util.ArrayList;
import java.util.List;

/** The declared options; names are Flink's where Flink has the option. */
final class KafkaOptions {
    static final String TOPIC = "topic";
    static final String PROPERTIES = "properties.";
    static final String SERVERS = "properties.bootstrap.servers";
    static final String GROUP = "properties.group.id";
    static final String FORMAT = "format";
    static final String VALUE_FORMAT = "value.format";
    static final String KEY_FORMAT = "key.format";
    static final String KEY_FIELDS = "key.fields";
    static final String KEY_PREFIX = "key.fields-prefix";
    static final String VALUE_FIELDS = "value.fields-include";
    static final String STARTUP = "scan.startup.mode";
    static final String STARTUP_MILLIS = "scan.startup.timestamp-millis";
    static final String STARTUP_OFFSETS = "scan.startup.specific-offsets";
    static final String BOUNDED = "scan.bounded.mode";
    static final String BOUNDED_MILLIS = "scan.bounded.timestamp-millis";
    static final String BOUNDED_OFFSETS = "scan.bounded.specific-offsets";
    static final String DISCOVERY = "scan.topic-partition-discovery.interval";
    static final String OUT_OF_RANGE = "scan.out-of-range";
    static final String OUTAGE = "scan.outage-timeout";
    static final String GUARANTEE = "sink.delivery-guarantee";
    static final String PREFIX = "sink.transactional-id-prefix";
    static final String PARTITIONER = "sink.partitioner";

    private KafkaOptions() {}

    static List<OptionSpec> kafka() {
        List<OptionSpec> options = new ArrayList<>(shared());
        options.add(OptionSpec.optional(
                FORMAT, OptionType.TEXT, null, "How the values are read and written; the same as value.format."));
        options.add(OptionSpec.optional(VALUE_FORMAT, OptionType.TEXT, null, "How the values are read and written."));
        options.add(OptionSpec.optional(
                KEY_FORMAT, OptionType.TEXT, null, "How the keys are read and written; without it there are none."));
        options.add(OptionSpec.optional(
                KEY_FIELDS,
                OptionType.TEXT,
                null,
                "Columns of the key, with ; between them; a writer chooses the partition by them."));
        options.add(OptionSpec.choice(
                STARTUP,
                "group-offsets",
                List.of("earliest-offset", "latest-offset", "group-offsets", "timestamp", "specific-offsets"),
                "Where a job that starts anew begins: group-offsets is where the group stands, and the beginning where it"
                        + " stands nowhere (or what properties.auto.offset.reset says)."));
        options.add(OptionSpec.optional(
                STARTUP_MILLIS, OptionType.INTEGER, null, "Milliseconds since 1970 for the start mode timestamp."));
        options.add(OptionSpec.optional(
                STARTUP_OFFSETS,
                OptionType.TEXT,
                null,
                "For the start mode specific-offsets: partition:0,offset:42;partition:1,offset:300."));
        options.addAll(bounded());
        return options;
    }

    static List<OptionSpec> upsert() {
        List<OptionSpec> options = new ArrayList<>(shared());
        options.add(OptionSpec.required(KEY_FORMAT, OptionType.TEXT, "How the keys are read and written."));
        options.add(OptionSpec.required(VALUE_FORMAT, OptionType.TEXT, "How the values are read and written."));
        options.addAll(bounded());
        return options;
    }

    private static List<OptionSpec> bounded() {
        return List.of(
                OptionSpec.choice(
                        BOUNDED,
                        "unbounded",
                        List.of("unbounded", "latest-offset", "group-offsets", "timestamp", "specific-offsets"),
                        "Where reading ends; latest-offset is what is committed when the job starts."),
                OptionSpec.optional(
                        BOUNDED_MILLIS,
                        OptionType.INTEGER,
                        null,
                        "Milliseconds since 1970 for the end mode timestamp."),
                OptionSpec.optional(
                        BOUNDED_OFFSETS,
                        OptionType.TEXT,
                        null,
                        "For the end mode specific-offsets; written as the start's."));
    }

    private static List<OptionSpec> shared() {
        return List.of(
                OptionSpec.required(
                        TOPIC, OptionType.TEXT, "The topic; a source may name several with ; between them."),
                OptionSpec.required(SERVERS, OptionType.TEXT, "Addresses of brokers: host:port, host:port."),
                secret("sasl.jaas.config", "The login."),
                secret("ssl.key.password", "Opens the private key."),
                secret("ssl.keystore.password", "Opens the key store."),
                secret("ssl.truststore.password", "Opens the trust store."),
                OptionSpec.optional(
                        "properties.#",
                        OptionType.TEXT,
                        null,
                        "Any property of Kafka's clients; those that the guarantees depend on are refused."),
                OptionSpec.optional(
                        KEY_PREFIX,
                        OptionType.TEXT,
                        "",
                        "Stands before the names of key columns, but not in the records."),
                OptionSpec.choice(
                        VALUE_FIELDS,
                        "ALL",
                        List.of("ALL", "EXCEPT_KEY"),
                        "Whether the values hold the key columns too."),
                OptionSpec.optional(
                        DISCOVERY,
                        OptionType.DURATION,
                        "10s",
                        "How often to look for new partitions and for topics that were made anew."),
                OptionSpec.choice(
                        OUT_OF_RANGE,
                        "fail",
                        List.of("fail", "earliest-offset", "latest-offset"),
                        "What to do where records that were not read yet have expired: stop, or go on and count them."),
                OptionSpec.optional(
                        OUTAGE,
                        OptionType.DURATION,
                        "1min",
                        "A source that cannot reach the brokers for so long fails."),
                OptionSpec.choice(
                        GUARANTEE,
                        "exactly-once",
                        List.of("exactly-once", "at-least-once"),
                        "Transactions that commit with the checkpoint, or plain writes that a restart may repeat."),
                OptionSpec.optional(
                        PREFIX,
                        OptionType.TEXT,
                        null,
                        "Beginning of the transactional ids; else made of the warehouse's folder, the job and the table."),
                OptionSpec.choice(
                        PARTITIONER,
                        "default",
                        List.of("default", "round-robin"),
                        "How rows find their partition: default keeps those of one key together (key.fields, else the primary key)."));
    }

    private static OptionSpec secret(String property, String says) {
        return OptionSpec.secret(PROPERTIES + property, says);
    }
}
