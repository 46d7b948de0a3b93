package io.alluvium.runtime.engine;

/** Where in the life of a checkpoint a simulated process dies. */
enum CrashMoment {
    /** Rows are on their way through the stations. */
    MID_EPOCH,
    /** State files and transactions of a checkpoint are being written; nothing is published. */
    PREPARED,
    /** The manifest is being written, synced or renamed. */
    MANIFEST_TORN,
    /** The manifest is published, the stores do not hold the whole commit yet. */
    PUBLISHED,
    /** State files are being merged, beside everything else. */
    MERGING,
    /** A start is restoring. */
    RESTORING;

    static CrashMoment of(String operation, boolean restoring) {
        if (restoring) {
            return RESTORING;
        }
        if (operation.startsWith("read state/") || operation.contains("-base-") && !operation.startsWith("delete")) {
            return MERGING;
        }
        if (operation.contains("spill/")) {
            return MID_EPOCH;
        }
        if (operation.startsWith("store:") || operation.equals("synced folder manifests")) {
            return PUBLISHED;
        }
        if (operation.contains("manifests")) {
            return operation.startsWith("read") || operation.startsWith("delete") ? PUBLISHED : MANIFEST_TORN;
        }
        return operation.startsWith("delete") || operation.startsWith("read") ? PUBLISHED : PREPARED;
    }
}
