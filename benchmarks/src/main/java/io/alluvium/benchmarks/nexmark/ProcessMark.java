package io.alluvium.benchmarks.nexmark;

import com.sun.management.OperatingSystemMXBean;
import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A point in time, with the processor time spent until then.
 *
 * @param nanos of {@link System#nanoTime}
 * @param processNanos processor time of this process: all threads, those of the collector and the compiler included
 * @param machineNanos processor time of all processes of the machine; -1 where the system does not tell
 */
record ProcessMark(long nanos, long processNanos, long machineNanos) {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final Path PROCESS = Path.of("/proc/self/status");
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Columns of {@code cpu} in /proc/stat that are work: user, nice, system, irq, softirq, steal. */
    private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

    static ProcessMark now() {
        return new ProcessMark(System.nanoTime(), SYSTEM.getProcessCpuTime(), busyMachineNanos());
    }

    /** Greatest resident memory of this process since its start, in megabytes; -1 where the system does not tell. */
    static long peakResidentMegabytes() {
        if (!Files.exists(PROCESS)) {
            return -1;
        }
        return lines(PROCESS).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(-1);
    }

    private static long busyMachineNanos() {
        if (!Files.exists(MACHINE)) {
            return -1;
        }
        String[] columns = lines(MACHINE).get(0).trim().split("\\s+");
        long ticks = 0;
        for (int column : BUSY) {
            ticks += Long.parseLong(columns[column]);
        }
        return ticks * NANOS_PER_TICK;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.EXTERNAL_FAILED, "file \"" + file + "\" cannot be read: " + e.getMessage(), null, e);
        }
    }
}
