package io.alluvium.connector.kafka;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a topic. Exactly once: rows stream into a transaction that is flushed with the checkpoint and committed after it, by this
 * process or another. At least once: rows are flushed with the checkpoint, without transactions.
 */
final class KafkaSink implements Sink.Transactional {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSink.class);
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration ORDERLY = Duration.ofSeconds(3);

    private final TableContext context;
    private final KafkaClients clients;
    private final TransactionAdmin admin;
    private final String topic;
    private final int partitions;
    private final boolean upsert;
    private final boolean transactional;
    private final TransactionPool pool = new TransactionPool();
    private final Map<TransactionHandle, TransactionPool.Slot> prepared = new ConcurrentHashMap<>();

    KafkaSink(TableContext context, boolean upsert) {
        this.context = context;
        this.upsert = upsert;
        this.topic = context.options().text(KafkaOptions.TOPIC).trim();
        if (topic.contains(";")) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID,
                    "table \"" + context.table().name() + "\" names the topics " + topic + " and cannot be written",
                    "name one topic");
        }
        this.transactional = context.options().text(KafkaOptions.GUARANTEE).equals("exactly-once");
        this.clients = new KafkaClients(context);
        try (Topics topics = new Topics(clients)) {
            this.partitions =
                    topics.describe(List.of(topic)).values().iterator().next().partitions();
        }
        this.admin = new TransactionAdmin(clients, context.table().name());
        pool.prefix(prefix("?"));
    }

    @Override
    public void requireTime(Timing timing) {
        if (transactional) {
            admin.requireTime(timing);
        }
    }

    @Override
    public Sink.Transactional.Writer writer(int worker, long attempt) {
        RecordWriting writing = new RecordWriting(context, topic, partitions, upsert);
        RecordSending sending = new RecordSending(clients, topic);
        return transactional ? new TransactionWriter(writing, sending) : new PlainWriter(writing, sending);
    }

    @Override
    public void commit(Commit commit, byte[] bytes) {
        Committable committable = Committable.decode(bytes);
        TransactionHandle transaction = committable.transaction();
        pool.recorded(commit.version());
        TransactionPool.Slot slot = prepared.remove(transaction);
        KafkaProducer<byte[], byte[]> owner = slot == null ? null : slot.producer;
        try {
            if (owner != null) {
                owner.commitTransaction();
            } else {
                LOG.info("job={} topic={} commits transaction={}", commit.job(), topic, transaction);
                KafkaProducer<byte[], byte[]> heir = clients.producer(transaction.transactionalId());
                try {
                    transaction.resume(heir);
                    heir.commitTransaction();
                } finally {
                    heir.close(AT_ONCE);
                }
            }
        } catch (KafkaException e) {
            throw notCommitted(commit, committable, e);
        }
        pool.committed(transaction.transactionalId(), commit.version());
    }

    @Override
    public void abortDangling(String job) {
        if (transactional) {
            pool.prefix(prefix(job));
            admin.abortOpen(pool.prefix());
        }
    }

    @Override
    public void close() {
        RuntimeException first = null;
        for (TransactionPool.Slot slot : pool.all()) {
            KafkaProducer<byte[], byte[]> producer = slot.producer;
            slot.producer = null;
            if (producer != null) {
                try {
                    // an orderly end would abort what is prepared and may be committed after the next start
                    producer.close(AT_ONCE);
                } catch (KafkaException e) {
                    first = e;
                }
            }
        }
        admin.close();
        if (first != null) {
            throw first;
        }
    }

    private String prefix(String job) {
        String given = context.options().textOrNull(KafkaOptions.PREFIX);
        String folder = context.warehouse().toAbsolutePath().normalize().toString();
        String beginning = given != null ? given : "alluvium-" + Integer.toHexString(folder.hashCode());
        return beginning + "/" + encoded(job) + "/" + encoded(context.table().name()) + "/";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private AlluviumException notCommitted(Commit commit, Committable committable, KafkaException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException
                    || cause instanceof InvalidProducerEpochException
                    || cause instanceof InvalidTxnStateException
                    || cause instanceof InvalidPidMappingException) {
                return new AlluviumException(
                        ErrorCode.TRANSACTION_LOST,
                        "kafka at " + clients.address() + " does not know the transaction of commit " + commit.version()
                                + " of job \"" + commit.job() + "\" into topic \"" + committable.topic()
                                + "\" any more (" + committable.transaction() + "): " + cause.getMessage(),
                        "the checkpoint counts on its rows: it was away for longer than transaction.timeout.ms, or another"
                                + " process took its id; start anew with --reset " + commit.job()
                                + " into an empty topic",
                        e);
            }
        }
        return clients.failed("committing a transaction into topic \"" + topic + "\"", e);
    }

    /** Streams into transactions. */
    private final class TransactionWriter implements Sink.Transactional.Writer {
        private final RecordWriting writing;
        private final RecordSending sending;
        /** Changes that carry their commit's version wait until it is known. */
        private final List<ChangeBatch> waiting = new ArrayList<>();

        private TransactionPool.@Nullable Slot open;

        TransactionWriter(RecordWriting writing, RecordSending sending) {
            this.writing = writing;
            this.sending = sending;
        }

        @Override
        public void write(ChangeBatch changes) {
            if (writing.needsVersion()) {
                waiting.add(changes);
            } else {
                send(changes, context.clock().millis());
            }
        }

        @Override
        public byte @Nullable [] prepare(Commit commit) {
            waiting.forEach(changes -> send(changes, commit.version()));
            waiting.clear();
            TransactionPool.Slot slot = open;
            if (slot == null) {
                return null;
            }
            KafkaProducer<byte[], byte[]> producer = producer(slot);
            sending.flush(producer);
            TransactionHandle handle = TransactionHandle.of(slot.id(), producer);
            prepared.put(handle, slot);
            open = null;
            return new Committable(topic, handle).encode();
        }

        @Override
        public void close() {
            TransactionPool.Slot slot = open;
            open = null;
            if (slot != null) {
                KafkaProducer<byte[], byte[]> producer = slot.producer;
                slot.producer = null;
                if (producer != null) {
                    // aborts the transaction, which nobody will commit
                    producer.close(ORDERLY);
                }
            }
        }

        private void send(ChangeBatch changes, long version) {
            if (changes.size() > 0) {
                KafkaProducer<byte[], byte[]> producer = producer(open());
                writing.write(changes, version, record -> sending.send(producer, record));
            }
        }

        private TransactionPool.Slot open() {
            TransactionPool.Slot slot = open;
            if (slot == null) {
                slot = pool.take();
                begin(slot);
                open = slot;
            }
            return slot;
        }

        private void begin(TransactionPool.Slot slot) {
            try {
                KafkaProducer<byte[], byte[]> producer = slot.producer;
                if (producer == null) {
                    producer = clients.producer(slot.id());
                    slot.producer = producer;
                    producer.initTransactions();
                }
                producer.beginTransaction();
            } catch (KafkaException e) {
                throw sending.failed(e);
            }
        }

        private KafkaProducer<byte[], byte[]> producer(TransactionPool.Slot slot) {
            KafkaProducer<byte[], byte[]> producer = slot.producer;
            if (producer == null) {
                throw AlluviumException.internal("transactional id " + slot.id() + " has no producer");
            }
            return producer;
        }
    }

    /** Writes at once; a restart from the last checkpoint writes again. */
    private final class PlainWriter implements Sink.Transactional.Writer {
        private final RecordWriting writing;
        private final RecordSending sending;
        private final KafkaProducer<byte[], byte[]> producer = clients.producer(null);
        private final List<ChangeBatch> waiting = new ArrayList<>();

        PlainWriter(RecordWriting writing, RecordSending sending) {
            this.writing = writing;
            this.sending = sending;
        }

        @Override
        public void write(ChangeBatch changes) {
            if (writing.needsVersion()) {
                waiting.add(changes);
            } else {
                writing.write(changes, context.clock().millis(), record -> sending.send(producer, record));
            }
        }

        @Override
        public byte @Nullable [] prepare(Commit commit) {
            for (ChangeBatch changes : waiting) {
                writing.write(changes, commit.version(), record -> sending.send(producer, record));
            }
            waiting.clear();
            sending.flush(producer);
            return null;
        }

        @Override
        public void close() {
            producer.close(ORDERLY);
        }
    }
}
