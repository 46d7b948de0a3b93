package io.alluvium.runtime.state;

import io.alluvium.core.row.ColumnBuilder;

/**
 * Bytes of any length a slot, or none. Each value is a record (int length, bytes) in an arena; one that fits its predecessor's
 * size class is written over it.
 */
public final class BytesCells {
    private final LongCells addresses = new LongCells();
    private final ByteArena arena;

    BytesCells(ByteArena arena) {
        this.arena = arena;
    }

    public boolean isSet(int slot) {
        return addresses.get(slot) != 0;
    }

    /** The array that holds the slot's value. */
    public byte[] page(int slot) {
        return arena.page(addresses.get(slot));
    }

    /** Where the slot's value starts in its page. */
    public int start(int slot) {
        return arena.offset(addresses.get(slot)) + 4;
    }

    /** Where the slot's record starts: an int with the length (little endian), then the value. */
    int recordStart(int slot) {
        return arena.offset(addresses.get(slot));
    }

    public int length(int slot) {
        long address = addresses.get(slot);
        return (int) ByteArena.INTS.get(arena.page(address), arena.offset(address));
    }

    public void set(int slot, byte[] source, int start, int length) {
        long address = reserve(slot, length);
        System.arraycopy(source, start, arena.page(address), arena.offset(address) + 4, length);
    }

    /** Makes the slot's value one of this length with undefined content; returns its record's address. */
    public long reserve(int slot, int length) {
        long address = addresses.get(slot);
        if (address != 0) {
            int oldLength = length(slot);
            if (!arena.sameClass(oldLength + 4, length + 4)) {
                arena.free(address, oldLength + 4);
                address = 0;
            }
        }
        if (address == 0) {
            address = arena.allocate(length + 4);
            addresses.set(slot, address);
        }
        ByteArena.INTS.set(arena.page(address), arena.offset(address), length);
        return address;
    }

    public void clear(int slot) {
        long address = addresses.get(slot);
        if (address != 0) {
            arena.free(address, length(slot) + 4);
            addresses.set(slot, 0);
        }
    }

    /** Takes the value out of the slot without freeing it: the caller frees it by {@link #free}. 0 where there was none. */
    public long detach(int slot) {
        long address = addresses.get(slot);
        addresses.set(slot, 0);
        return address;
    }

    /** Where the bytes of a detached record start; the length is the int before. */
    public byte[] pageOf(long address) {
        return arena.page(address);
    }

    public int startOf(long address) {
        return arena.offset(address) + 4;
    }

    public int lengthOf(long address) {
        return (int) ByteArena.INTS.get(arena.page(address), arena.offset(address));
    }

    public void free(long address) {
        arena.free(address, lengthOf(address) + 4);
    }

    public void append(int slot, ColumnBuilder target) {
        if (isSet(slot)) {
            target.appendBytes(page(slot), start(slot), length(slot));
        } else {
            target.appendNull();
        }
    }

    void ensure(int slots) {
        addresses.ensure(slots);
    }

    long bytesHeld() {
        return addresses.bytesHeld();
    }
}
