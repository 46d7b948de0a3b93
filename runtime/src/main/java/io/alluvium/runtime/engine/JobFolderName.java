package io.alluvium.runtime.engine;

import io.alluvium.core.error.AlluviumException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a job's state folder: the job's name in URL encoding, so that any name is a folder of its own. File systems take
 * about 255 bytes, and a Chinese character is nine of them here: a longer name is cut and told apart by a hash.
 */
final class JobFolderName {
    private static final int MAX = 200;
    private static final int KEPT = 160;
    private static final int HASH_BYTES = 10;

    private JobFolderName() {}

    static String of(String job) {
        // URL encoding leaves points alone, and "." and ".." are folders that hold more than this job
        String name = job.matches("\\.+") ? job.replace(".", "%2E") : URLEncoder.encode(job, StandardCharsets.UTF_8);
        return name.length() <= MAX ? name : name.substring(0, KEPT) + "~" + hash(job);
    }

    private static String hash(String job) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(job.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw AlluviumException.internal("this Java has no SHA-256: " + e);
        }
    }
}
