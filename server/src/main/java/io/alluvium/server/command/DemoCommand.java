package io.alluvium.server.command;

import io.alluvium.core.error.AlluviumException;
import io.alluvium.core.error.ErrorCode;
import io.alluvium.server.demo.DemoBroker;
import io.alluvium.server.demo.DemoFolder;
import io.alluvium.server.demo.MallDemo;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code alluvium demo}: runs the example shop and checks its answers. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Runs an e-commerce warehouse on local files layer by layer and checks its answers.")
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--kafka",
            description = "Put every layer but APP on topics of a Kafka broker that the demo brings and starts itself.")
    private boolean kafka;

    @Option(names = "--lang", paramLabel = "LANGUAGE", description = "en or zh; else the terminal's.")
    private @Nullable String language;

    @Option(
            names = "--input",
            paramLabel = "DIR",
            description =
                    "A changed copy of examples/mall whose data is run instead; it is checked against the right answers.")
    private @Nullable Path input;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Folder to run in, made anew; default: alluvium-demo here.")
    private Path folder = Path.of("alluvium-demo");

    @Override
    public Integer call() {
        String home = System.getProperty("alluvium.home");
        if (home == null) {
            throw new AlluviumException(
                    ErrorCode.FILE_NOT_FOUND, "the examples are not here", "start it with ./alluvium demo");
        }
        Path mall = Path.of(home, "examples", "mall");
        String spoken = DemoFolder.language(language, System.getenv());
        DemoFolder.prepare(input == null ? mall : input, folder);
        List<String> differences = kafka ? onKafka(home, mall, spoken) : demo(mall, spoken, null);
        System.out.println();
        if (differences.isEmpty()) {
            System.out.println(spoken.equals("zh") ? "所有答案一致。" : "All answers are right, cell by cell.");
        } else {
            System.out.println(differences.size() + " differences from the right answers:");
            differences.forEach(difference -> System.out.println("  " + difference));
        }
        System.out.println(
                spoken.equals("zh") ? "现场保留在 " + folder + "，可以继续查询：" : "The warehouse is kept in " + folder + ":");
        System.out.println("  " + ShellText.alluvium() + " sql -w " + ShellText.word(folder)
                + " -e 'SELECT * FROM app.app_top_sku ORDER BY rank_no'");
        return differences.isEmpty() ? 0 : 1;
    }

    private List<String> demo(Path mall, String spoken, @Nullable String broker) {
        return new MallDemo(mall, folder, spoken, broker, System.out).run();
    }

    private List<String> onKafka(String home, Path mall, String spoken) {
        Path jars = Path.of(home).resolveSibling("servers");
        Path topics = mall.resolve("kafka").resolve("topics.txt");
        try (DemoBroker broker = DemoBroker.start(jars, folder.resolve("broker"), topics)) {
            DemoFolder.onKafka(mall, folder, broker.address());
            return demo(mall, spoken, broker.address());
        }
    }
}
