package io.alluvium.connector.kafka;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A prepared transaction as it stands in a checkpoint: everything another process needs to commit it. */
record Committable(String topic, TransactionHandle transaction) {
    private static final int VERSION = 1;

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(topic);
            out.writeUTF(transaction.transactionalId());
            out.writeLong(transaction.producerId());
            out.writeShort(transaction.epoch());
            out.writeBoolean(transaction.bumping());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Committable decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new AlluviumException(
                        ErrorCode.STATE_VERSION,
                        "a prepared transaction has version " + version + ", known is " + VERSION);
            }
            String topic = in.readUTF();
            return new Committable(
                    topic, new TransactionHandle(in.readUTF(), in.readLong(), in.readShort(), in.readBoolean()));
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.STATE_CORRUPT, "a prepared transaction is cut short", null, e);
        }
    }
}
