package io.alluvium.benchmarks.nexmark;

/** Event times of many events. */
final class EventTimes {
    private EventTimes() {}

    /** Writes the event time of each number, in microseconds (of whole milliseconds). Numbers ascend. */
    static void fill(EventStream stream, long[] numbers, long[] micros, int size) {
        long rate = stream.rate();
        long before = numbers[0];
        long millis = stream.timeMillis(before);
        long rest = before * 1000 % rate;
        // Neighbours are close together: a few subtractions take the place of a division a row.
        for (int i = 0; i < size; i++) {
            rest += (numbers[i] - before) * 1000;
            before = numbers[i];
            if (rest >= 4 * rate) {
                millis += rest / rate;
                rest %= rate;
            }
            while (rest >= rate) {
                rest -= rate;
                millis++;
            }
            micros[i] = millis * 1000;
        }
    }
}
