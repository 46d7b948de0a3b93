package io.alluvium.connector.kafka;

import io.alluvium.core.connector.Sink;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a sink asks of the brokers about transactions: how long they may last, and which are left over. */
final class TransactionAdmin implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionAdmin.class);
    private static final String LONGEST = "transaction.max.timeout.ms";

    private final KafkaClients clients;
    private final String table;
    private final Admin admin;

    TransactionAdmin(KafkaClients clients, String table) {
        this.clients = clients;
        this.table = table;
        this.admin = clients.admin();
    }

    /** @throws AlluviumException OPTION_INVALID where a transaction could end before its commit comes */
    void requireTime(Sink.Timing timing) {
        long timeout = clients.transactionTimeoutMillis();
        long interval = timing.checkpointIntervalMillis();
        long checkpoint = timing.checkpointTimeoutMillis();
        long restart = timing.restartMillis();
        long needed = interval + checkpoint + restart;
        if (timeout <= needed) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "transactions of table \"" + table + "\" end after " + timeout
                            + " ms, but a commit may come as late as "
                            + interval + " (checkpoint interval) + " + checkpoint + " (checkpoint timeout) + " + restart
                            + " (restart) = " + needed + " ms after their beginning",
                    "raise 'properties.transaction.timeout.ms' and the brokers' " + LONGEST
                            + ", or lower execution.checkpointing.timeout");
        }
        Long longest = longestTimeout();
        if (longest != null && timeout > longest) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "transactions of table \"" + table + "\" would last " + timeout + " ms, but kafka at "
                            + clients.address() + " allows " + longest + " ms (" + LONGEST + ")",
                    "raise the brokers' " + LONGEST
                            + ", or lower 'properties.transaction.timeout.ms', which has to stay above " + needed
                            + " ms");
        }
    }

    /** Ends the transactions that earlier attempts left open; what a checkpoint counts on is committed by now. */
    void abortOpen(String prefix) {
        String doing = "looking for transactions that were left open";
        ListTransactionsOptions open = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        List<String> left = wait(doing, admin.listTransactions(open).all()).stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> TransactionPool.belongs(id, prefix))
                .toList();
        if (!left.isEmpty()) {
            LOG.info("table={} aborts transactions={} of an earlier attempt", table, left);
            wait("aborting transactions " + left, admin.fenceProducers(left).all());
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    /** The longest timeout that the brokers allow, or null where they do not tell. */
    private @Nullable Long longestTimeout() {
        try {
            String node =
                    admin.describeCluster().nodes().get().iterator().next().idString();
            ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, node);
            ConfigEntry entry = admin.describeConfigs(List.of(broker))
                    .all()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .get(LONGEST);
            return entry == null || entry.value() == null ? null : Long.valueOf(entry.value());
        } catch (ExecutionException | KafkaException e) {
            if (e.getCause() instanceof AuthorizationException || e instanceof AuthorizationException) {
                LOG.info("table={} may not read {}; the first transaction will show whether it fits", table, LONGEST);
                return null;
            }
            throw clients.failed("reading " + LONGEST, e);
        } catch (InterruptedException e) {
            throw clients.failed("reading " + LONGEST, e);
        }
    }

    private <T> T wait(String doing, KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException | InterruptedException | KafkaException e) {
            throw clients.failed(doing, e);
        }
    }
}
