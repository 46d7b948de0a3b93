package io.alluvium.runtime.state;

/**
 * Ordered sets over the slots of one table: treaps (Seidel and Aragon, 1996) whose priorities are the slots' stored hashes,
 * whose links are one long cell a slot (left and right as slot + 1), and whose roots the caller keeps. A slot is in at most one
 * set. Equal elements must not occur.
 */
public final class OrderedSlots {
    private final LongCells links;
    private final KeyedTable table;
    private final Order order;

    /** Compares two slots. */
    @FunctionalInterface
    public interface Order {
        int compare(int slot, int otherSlot);
    }

    /** Takes slots in ascending order until it says stop. */
    @FunctionalInterface
    public interface Visitor {
        /** @return false to stop */
        boolean visit(int slot);
    }

    /** @param table gets one more column, which is not in its snapshots */
    public OrderedSlots(KeyedTable table, Order order) {
        this.table = table;
        this.links = table.addTransientLongs();
        this.order = order;
    }

    /** Adds a slot to the set with this root (slot + 1, or 0 for the empty set); returns the new root. */
    public long insert(long root, int slot) {
        links.set(slot, 0);
        return insertBelow((int) root, slot);
    }

    private int insertBelow(int root, int slot) {
        if (root == 0) {
            return slot + 1;
        }
        int top = root - 1;
        if (order.compare(slot, top) < 0) {
            int left = insertBelow(left(top), slot);
            setLeft(top, left);
            return isAbove(left - 1, top) ? rotateRight(top) : root;
        }
        int right = insertBelow(right(top), slot);
        setRight(top, right);
        return isAbove(right - 1, top) ? rotateLeft(top) : root;
    }

    /** Takes a slot out of the set with this root, in which it is; returns the new root. */
    public long remove(long root, int slot) {
        int result = removeBelow((int) root, slot);
        links.set(slot, 0);
        return result;
    }

    private int removeBelow(int root, int slot) {
        if (root == 0) {
            throw new AssertionError("slot " + slot + " is not in the set");
        }
        int top = root - 1;
        if (top == slot) {
            return merge(left(top), right(top));
        }
        if (order.compare(slot, top) < 0) {
            setLeft(top, removeBelow(left(top), slot));
        } else {
            setRight(top, removeBelow(right(top), slot));
        }
        return root;
    }

    private int merge(int left, int right) {
        if (left == 0) {
            return right;
        }
        if (right == 0) {
            return left;
        }
        if (isAbove(left - 1, right - 1)) {
            setRight(left - 1, merge(right(left - 1), right));
            return left;
        }
        setLeft(right - 1, merge(left, left(right - 1)));
        return right;
    }

    /** The least slot, or -1. */
    public int first(long root) {
        int at = (int) root;
        while (at != 0 && left(at - 1) != 0) {
            at = left(at - 1);
        }
        return at - 1;
    }

    /** The greatest slot, or -1. */
    public int last(long root) {
        int at = (int) root;
        while (at != 0 && right(at - 1) != 0) {
            at = right(at - 1);
        }
        return at - 1;
    }

    /** Visits the set in ascending order; false when the visitor stopped. */
    public boolean visit(long root, Visitor visitor) {
        if (root == 0) {
            return true;
        }
        int top = (int) root - 1;
        return visit(left(top), visitor) && visitor.visit(top) && visit(right(top), visitor);
    }

    private boolean isAbove(int slot, int otherSlot) {
        int byPriority = Long.compare(priority(slot), priority(otherSlot));
        return byPriority > 0 || byPriority == 0 && slot < otherSlot;
    }

    /** The hash without its key group, which all of a group share. */
    private long priority(int slot) {
        return table.hash(slot) << 7;
    }

    private int rotateRight(int top) {
        int left = left(top);
        setLeft(top, right(left - 1));
        setRight(left - 1, top + 1);
        return left;
    }

    private int rotateLeft(int top) {
        int right = right(top);
        setRight(top, left(right - 1));
        setLeft(right - 1, top + 1);
        return right;
    }

    private int left(int slot) {
        return (int) (links.get(slot) >>> 32);
    }

    private int right(int slot) {
        return (int) links.get(slot);
    }

    private void setLeft(int slot, int left) {
        links.set(slot, (links.get(slot) & 0xFFFFFFFFL) | ((long) left << 32));
    }

    private void setRight(int slot, int right) {
        links.set(slot, (links.get(slot) & 0xFFFFFFFF00000000L) | right);
    }
}
