package io.alluvium.runtime.state;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;

/** How many living objects of each class the heap holds, to show that state is pages of primitives. */
public final class HeapHistogram {
    /** 8,192 slots a page, 3,000 directory entries a segment, 256 KB a page of bytes: some thousand objects for a million keys. */
    private static final long FEW = 20_000;

    private final Map<String, Long> counts;

    private HeapHistogram(Map<String, Long> counts) {
        this.counts = counts;
    }

    public static HeapHistogram now() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Map<String, Long> counts = new TreeMap<>();
        for (String line : histogram.split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (words.length >= 4 && words[0].endsWith(":")) {
                counts.merge(words[3], Long.parseLong(words[1]), Long::sum);
            }
        }
        return new HeapHistogram(counts);
    }

    /** Fails with the classes that grew where there are more than some thousand objects more than then. */
    public void assertFewNewObjects() throws JMException {
        Map<String, Long> grown = new TreeMap<>();
        long total = 0;
        for (Map.Entry<String, Long> type : now().counts.entrySet()) {
            long more = type.getValue() - counts.getOrDefault(type.getKey(), 0L);
            if (more > 100) {
                grown.put(type.getKey(), more);
                total += more;
            }
        }
        assertTrue(total < FEW, "objects that a million keys brought: " + grown);
    }
}
