package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code alluvium init NAME}: a small layered warehouse on local files that runs at once, without a network. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Makes a layered warehouse on local files that runs at once.")
public final class InitCommand implements Callable<Integer> {
    /** Files of the template, as resources under {@code /template}. */
    private static final List<String> FILES = List.of(
            "warehouse.yaml",
            "ods/orders.sql",
            "dwd/orders.sql",
            "dim/province.sql",
            "dws/orders.sql",
            "app/gmv.sql",
            "data/ods/shop/part-0000.json",
            "tests/gmv.slt");

    @Parameters(paramLabel = "NAME", description = "Folder to make.")
    private Path folder = Path.of("");

    @Override
    public Integer call() {
        if (Files.exists(folder)) {
            throw new AlluviumException(
                    ErrorCode.OPTION_INVALID, "\"" + folder + "\" exists already", "choose a folder that is not there");
        }
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        try {
            for (String file : FILES) {
                Path target = folder.resolve(file);
                Files.createDirectories(target.toAbsolutePath().getParent());
                Files.writeString(target, read(file).replace("{{name}}", name));
            }
        } catch (IOException e) {
            throw new AlluviumException(
                    ErrorCode.STORAGE_FAILED, "cannot write the warehouse " + folder + ": " + e.getMessage(), null, e);
        }
        System.out.println("made the warehouse " + folder + ": " + String.join(" ", FILES));
        String alluvium = ShellText.alluvium();
        String word = ShellText.word(folder);
        System.out.println("run it:        " + alluvium + " run -w " + word);
        System.out.println("look into it:  " + alluvium + " sql -w " + word + " -e 'SELECT * FROM app.app_gmv'");
        System.out.println("test it:       " + alluvium + " test " + ShellText.word(folder.resolve("tests/gmv.slt")));
        return 0;
    }

    private static String read(String file) throws IOException {
        try (InputStream in = InitCommand.class.getResourceAsStream("/template/" + file)) {
            if (in == null) {
                throw AlluviumException.internal("the template has no " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
