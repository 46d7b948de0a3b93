package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * What identifies an open transaction to the brokers. A producer that is given it can commit the transaction of a process that is
 * gone. The client has no public way for that, so private fields of the one client version that is shipped are used; a test commits
 * another process's transaction with them.
 *
 * @param transactionalId the id the transaction was begun under
 * @param bumping true where the brokers raise the epoch with each commit (transaction version 2)
 */
record TransactionHandle(String transactionalId, long producerId, short epoch, boolean bumping) {

    /** The open transaction of a producer. */
    static TransactionHandle of(String transactionalId, KafkaProducer<byte[], byte[]> producer) {
        try {
            Object manager = manager(producer);
            Object identity = field(manager.getClass(), "producerIdAndEpoch").get(manager);
            Class<?> type = identity.getClass();
            return new TransactionHandle(
                    transactionalId,
                    field(type, "producerId").getLong(identity),
                    field(type, "epoch").getShort(identity),
                    field(manager.getClass(), "isTransactionV2Enabled").getBoolean(manager));
        } catch (ReflectiveOperationException e) {
            throw unknownClient(e);
        }
    }

    /**
     * Makes a fresh producer, on which {@code initTransactions} was not called, the owner of this transaction, so that it can commit
     * it.
     */
    void resume(KafkaProducer<byte[], byte[]> producer) {
        try {
            Object manager = manager(producer);
            Class<?> type = manager.getClass();
            synchronized (manager) {
                Object partitions = field(type, "txnPartitionMap").get(manager);
                Method reset = partitions.getClass().getDeclaredMethod("reset");
                reset.setAccessible(true);
                reset.invoke(partitions);
                transition(manager, "INITIALIZING");
                Field identity = field(type, "producerIdAndEpoch");
                var constructor = identity.getType().getDeclaredConstructor(long.class, short.class);
                constructor.setAccessible(true);
                identity.set(manager, constructor.newInstance(producerId, epoch));
                transition(manager, "READY");
                transition(manager, "IN_TRANSACTION");
                field(type, "transactionStarted").setBoolean(manager, true);
                field(type, "isTransactionV2Enabled").setBoolean(manager, bumping);
            }
        } catch (ReflectiveOperationException e) {
            throw unknownClient(e);
        }
    }

    private static Object manager(KafkaProducer<byte[], byte[]> producer) throws ReflectiveOperationException {
        return field(KafkaProducer.class, "transactionManager").get(producer);
    }

    private static void transition(Object manager, String state) throws ReflectiveOperationException {
        Class<?> states = Arrays.stream(manager.getClass().getDeclaredClasses())
                .filter(inner -> inner.getSimpleName().equals("State"))
                .findFirst()
                .orElseThrow(() -> new NoSuchFieldException("State"));
        Object constant = Arrays.stream(states.getEnumConstants())
                .filter(each -> each.toString().equals(state))
                .findFirst()
                .orElseThrow(() -> new NoSuchFieldException(state));
        Method transition = manager.getClass().getDeclaredMethod("transitionTo", states);
        transition.setAccessible(true);
        try {
            transition.invoke(manager, constant);
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException("no transition to " + state, e);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static AlluviumException unknownClient(ReflectiveOperationException e) {
        return new AlluviumException(
                ErrorCode.INTERNAL,
                "the Kafka client is not the version that transactions can be resumed with: " + e,
                "use the kafka-clients that is shipped, or 'sink.delivery-guarantee' = 'at-least-once'",
                e);
    }
}
