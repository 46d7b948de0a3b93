package io.alluvium.connector.basic;

import io.alluvium.core.connector.ChangeBatch;
import io.alluvium.core.connector.ConnectorFactory;
import io.alluvium.core.connector.OptionSpec;
import io.alluvium.core.connector.Sink;
import io.alluvium.core.connector.TableContext;
import io.alluvium.core.connector.TableSpec;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** {@code 'connector' = 'blackhole'}: counts what is written and keeps nothing of it. */
public final class BlackholeConnector implements ConnectorFactory {
    @Override
    public String name() {
        return "blackhole";
    }

    @Override
    public Traits traits(TableSpec table) {
        return new Traits(false, true, false, false, false, false, true);
    }

    @Override
    public List<OptionSpec> options() {
        return List.of();
    }

    @Override
    public Sink sink(TableContext context) {
        return new Blackhole();
    }

    /** Counts changes. Thread-safe. */
    static final class Blackhole implements Sink.Immediate {
        private final LongAdder changes = new LongAdder();

        @Override
        public Sink.Immediate.Writer writer(int worker) {
            return new Sink.Immediate.Writer() {
                @Override
                public void write(ChangeBatch batch) {
                    changes.add(batch.size());
                }
            };
        }

        @Override
        public boolean netted() {
            return false;
        }

        /** Changes written so far by all workers. */
        long changes() {
            return changes.sum();
        }
    }
}
