package io.alluvium.core.error;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name a user probably meant (optimal string alignment distance, letter case ignored). */
public final class Suggestion {
    private Suggestion() {}

    /** {@code did you mean "x"?} for the nearest candidate, or null where none is near. */
    public static @Nullable String didYouMean(String written, Collection<String> candidates) {
        String nearest = nearest(written, candidates);
        return nearest == null ? null : "did you mean \"" + nearest + "\"?";
    }

    /** The nearest candidate within a third of the word's length (at least 2) that shares a letter with it, or null. */
    public static @Nullable String nearest(String written, Collection<String> candidates) {
        String best = null;
        int bestDistance = Math.max(2, written.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = distance(written.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            boolean nothingShared = distance >= Math.max(written.length(), candidate.length());
            if (distance < bestDistance && !nothingShared) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + cost);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
