package io.alluvium.benchmarks.nexmark;

import static io.alluvium.benchmarks.nexmark.Draws.STEP;
import static io.alluvium.benchmarks.nexmark.Draws.below;
import static io.alluvium.benchmarks.nexmark.Draws.mix;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * All texts of a stream in one array of bytes, so that a text of an event is a range of it and is never copied: first a pool of
 * letters, whose slices are the free texts, then names, cities, states, channels and their URLs. Depends on the seed alone.
 */
final class StreamTexts {
    /** Letters at the array's beginning. */
    static final int POOL = 1 << 20;

    static final int HOT_CHANNELS = 4;
    static final int CHANNELS = 10_000;

    private static final List<String> FIRST_NAMES =
            List.of("Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah", "Deiter", "Walter");
    private static final List<String> LAST_NAMES =
            List.of("Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones", "Noris");
    private static final List<String> CITIES = List.of(
            "Phoenix",
            "Los Angeles",
            "San Francisco",
            "Boise",
            "Portland",
            "Bend",
            "Redmond",
            "Seattle",
            "Kent",
            "Cheyenne");
    private static final List<String> STATES = List.of("AZ", "CA", "ID", "OR", "WA", "WY");
    private static final List<String> HOT_CHANNEL_NAMES = List.of("Google", "Facebook", "Baidu", "Apple");

    /** Texts that are chosen by number. {@code starts} and {@code lengths} are ranges of {@link #bytes}. */
    record Choice(int[] starts, int[] lengths) {
        int size() {
            return starts.length;
        }
    }

    final byte[] bytes;
    final Choice names;
    final Choice cities;
    final Choice states;

    /** The hot channels at 0 .. 3, {@code channel-i} at 4 + i. */
    final Choice channels;

    /** The URL of each of {@link #channels}. */
    final Choice urls;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream(2 << 20);
    private long state;

    /** Draws the tables of the stream whose events start at {@code mix(origin ^ mix(n))}; theirs is the place of event -1. */
    StreamTexts(long origin) {
        state = mix(origin ^ mix(-1L));
        for (int i = 0; i < POOL; i++) {
            written.write('a' + draw(26));
        }
        names = new Choice(
                new int[FIRST_NAMES.size() * LAST_NAMES.size()], new int[FIRST_NAMES.size() * LAST_NAMES.size()]);
        for (int i = 0; i < names.size(); i++) {
            put(names, i, FIRST_NAMES.get(i / LAST_NAMES.size()) + " " + LAST_NAMES.get(i % LAST_NAMES.size()));
        }
        cities = choice(CITIES);
        states = choice(STATES);
        int all = HOT_CHANNELS + CHANNELS;
        channels = new Choice(new int[all], new int[all]);
        urls = new Choice(new int[all], new int[all]);
        for (int i = 0; i < HOT_CHANNELS; i++) {
            put(channels, i, HOT_CHANNEL_NAMES.get(i));
            put(urls, i, url());
        }
        for (int i = 0; i < CHANNELS; i++) {
            put(channels, HOT_CHANNELS + i, "channel-" + i);
            String url = url();
            boolean named = draw(10) > 0;
            put(urls, HOT_CHANNELS + i, named ? url + "&channel_id=" + Math.abs(Integer.reverse(i)) : url);
        }
        bytes = written.toByteArray();
        written.reset();
    }

    private Choice choice(List<String> texts) {
        Choice choice = new Choice(new int[texts.size()], new int[texts.size()]);
        for (int i = 0; i < texts.size(); i++) {
            put(choice, i, texts.get(i));
        }
        return choice;
    }

    private void put(Choice choice, int at, String text) {
        choice.starts[at] = written.size();
        choice.lengths[at] = text.length();
        written.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String url() {
        return "https://www.nexmark.com/" + word() + '/' + word() + '/' + word() + "/item.htm?query=1";
    }

    private String word() {
        int length = 3 + draw(2);
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append(draw(13) == 0 ? '_' : (char) ('a' + draw(26)));
        }
        return word.toString();
    }

    private int draw(int bound) {
        state += STEP;
        return (int) below(mix(state), bound);
    }
}
