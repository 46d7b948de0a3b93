package io.alluvium.connector.files;

import io.alluvium.core.connector.RecordDecoder;
import io.alluvium.core.connector.ScanRequest;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.io.Clock;
import io.alluvium.core.type.Schema;

/**
 * How a split's files are read.
 *
 * @param intervalMillis how often to look for more, or 0 where the files are read once
 */
record FileFormat(RecordDecoder decoder, Schema schema, long intervalMillis, int maxRecordBytes, Clock clock) {

    static FileFormat of(TableContext context, ScanRequest request) {
        boolean following = context.options().has(FilesConnector.MONITOR_INTERVAL);
        return new FileFormat(
                context.formats()
                        .format(context.options().text(FilesConnector.FORMAT))
                        .decoder(context, request),
                request.schema(),
                following ? Math.max(1, context.options().millis(FilesConnector.MONITOR_INTERVAL)) : 0,
                (int) Math.min(context.options().bytes(FilesConnector.MAX_RECORD), Integer.MAX_VALUE / 4),
                context.clock());
    }

    boolean bounded() {
        return intervalMillis == 0;
    }
}
