package io.alluvium.server.demo;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The texts of the demo in the language of the reader. */
final class Narration {
    private final Properties texts;

    private Narration(Properties texts) {
        this.texts = texts;
    }

    /** @param language {@code en} or {@code zh} */
    static Narration read(Path mall, String language) {
        Path file = mall.resolve(language.equals("zh") ? "narration_zh.properties" : "narration.properties");
        Properties texts = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            texts.load(reader);
        } catch (IOException e) {
            throw new AlluviumException(ErrorCode.FILE_NOT_FOUND, "cannot read " + file, null, e);
        }
        return new Narration(texts);
    }

    /** The language asked for, else that of the terminal: LC_ALL, LC_MESSAGES, LANG; the launcher's word where it changed them. */
    static String language(@Nullable String wanted, Map<String, String> environment) {
        String word = wanted;
        for (String name : new String[] {"ALLUVIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"}) {
            String value = environment.get(name);
            if (word == null && value != null && !value.isBlank()) {
                word = value;
            }
        }
        return word != null && word.toLowerCase(Locale.ROOT).startsWith("zh") ? "zh" : "en";
    }

    String text(String key) {
        return texts.getProperty(key, key);
    }
}
