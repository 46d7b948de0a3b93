package io.alluvium.connector.kafka;

import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the clients of one table, and says what went wrong with them in words that name the brokers. Thread-safe. */
final class KafkaClients {
    static final String READ_COMMITTED = "read_committed";
    static final long TRANSACTION_TIMEOUT_MILLIS = 900_000;

    private static final Logger LOG = LoggerFactory.getLogger(KafkaClients.class);
    /** What the guarantees stand on is not the user's to choose. */
    private static final Set<String> OURS = Set.of(
            "key.deserializer",
            "value.deserializer",
            "key.serializer",
            "value.serializer",
            "enable.auto.commit",
            "transactional.id",
            "enable.idempotence",
            "group.instance.id",
            "interceptor.classes");

    private final String table;
    private final Map<String, String> given = new TreeMap<>();

    KafkaClients(TableContext context) {
        this.table = context.table().name();
        context.options().given().forEach((name, value) -> {
            if (name.startsWith(KafkaOptions.PROPERTIES)) {
                given.put(name.substring(KafkaOptions.PROPERTIES.length()), value);
            }
        });
        for (String property : given.keySet()) {
            if (OURS.contains(property)) {
                throw new AlluviumException(
                        ErrorCode.OPTION_INVALID,
                        "option \"" + KafkaOptions.PROPERTIES + property + "\" of table \"" + table
                                + "\" cannot be set: reading and writing exactly once depend on it",
                        "leave it out");
            }
        }
        String acks = given.get("acks");
        if (acks != null && !acks.equals("all") && !acks.equals("-1")) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"properties.acks\" of table \"" + table + "\" is \"" + acks
                            + "\": rows could be lost with a broker",
                    "leave it out");
        }
    }

    /** The options for the clients: tables with equal ones can share a client. */
    Map<String, String> given() {
        return given;
    }

    String table() {
        return table;
    }

    String address() {
        return given.getOrDefault("bootstrap.servers", "");
    }

    String property(String name, String preset) {
        return given.getOrDefault(name, preset);
    }

    boolean readCommitted() {
        return property("isolation.level", READ_COMMITTED)
                .toLowerCase(Locale.ROOT)
                .equals(READ_COMMITTED);
    }

    long transactionTimeoutMillis() {
        String text = property("transaction.timeout.ms", Long.toString(TRANSACTION_TIMEOUT_MILLIS));
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "option \"properties.transaction.timeout.ms\" of table \"" + table + "\" is \"" + text + "\"",
                    "write a whole number of milliseconds",
                    e);
        }
    }

    Admin admin() {
        Properties properties = properties("admin");
        properties.putIfAbsent("default.api.timeout.ms", "15000");
        properties.putIfAbsent("request.timeout.ms", "10000");
        return made(() -> Admin.create(properties));
    }

    Consumer<byte[], byte[]> consumer() {
        if (!readCommitted()) {
            LOG.warn(
                    "table={} reads with isolation.level={}: rows of transactions that are aborted later are read too",
                    table,
                    property("isolation.level", ""));
        }
        Properties properties = properties("consumer");
        properties.putIfAbsent("isolation.level", READ_COMMITTED);
        properties.putIfAbsent("max.poll.records", "2000");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "none");
        properties.put("allow.auto.create.topics", "false");
        return made(() -> new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /** @param transactionalId null for a writer without transactions */
    KafkaProducer<byte[], byte[]> producer(@Nullable String transactionalId) {
        Properties properties = properties("producer");
        properties.remove("group.id");
        properties.putIfAbsent("linger.ms", "5");
        properties.putIfAbsent("compression.type", "lz4");
        properties.putIfAbsent("batch.size", "131072");
        properties.put("acks", "all");
        properties.put("enable.idempotence", "true");
        if (transactionalId != null) {
            properties.put("transactional.id", transactionalId);
            properties.put("transaction.timeout.ms", Long.toString(transactionTimeoutMillis()));
        } else {
            properties.remove("transaction.timeout.ms");
        }
        return made(() -> new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /**
     * A failure of a client as an error that names table, brokers and what was to be done.
     *
     * @param doing such as {@code looking for topic "orders"}
     */
    AlluviumException failed(String doing, Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof ExecutionException
                        || cause instanceof CompletionException
                        || cause.getClass() == KafkaException.class)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof AlluviumException known) {
            return known;
        }
        String where = "kafka at " + address() + ", table \"" + table + "\", " + doing + ": ";
        if (cause instanceof AuthenticationException) {
            return external(
                    where + "the login is refused: " + cause.getMessage(),
                    "check the options properties.sasl.*",
                    cause);
        }
        if (cause instanceof AuthorizationException) {
            return external(
                    where + "the brokers refuse it: " + cause.getMessage(),
                    "the user needs READ and DESCRIBE to read, WRITE and DESCRIBE on topic and transactional ids to write",
                    cause);
        }
        if (cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException) {
            return external(where + "the topic does not exist: " + cause.getMessage(), "create the topic first", cause);
        }
        if (cause instanceof TimeoutException) {
            return external(
                    where + "no answer in time: " + cause.getMessage(),
                    "are the brokers running, and is the address right as seen from here?",
                    cause);
        }
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return external(where + cause.getMessage(), null, cause);
    }

    private static AlluviumException external(String problem, @Nullable String hint, Throwable cause) {
        return new AlluviumException(ErrorCode.EXTERNAL_FAILED, problem, hint, cause);
    }

    private Properties properties(String kind) {
        Properties properties = new Properties();
        properties.putAll(given);
        properties.putIfAbsent("client.id", "alluvium-" + kind + "-" + table);
        properties.putIfAbsent("enable.metrics.push", "false");
        properties.putIfAbsent("metric.reporters", "");
        properties.putIfAbsent("reconnect.backoff.max.ms", "1000");
        return properties;
    }

    /** Clients find the classes of their settings through the thread's class loader, which has to be the connector's. */
    private <T> T made(Supplier<T> maker) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(KafkaClients.class.getClassLoader());
        try {
            return maker.get();
        } catch (KafkaException e) {
            throw failed("making a client", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
