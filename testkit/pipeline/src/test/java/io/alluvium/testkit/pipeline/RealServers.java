package io.alluvium.testkit.pipeline;

import io.alluvium.testkit.canal.CanalServer;
import io.alluvium.testkit.canal.CanalSettings;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL, a Kafka broker and a Canal between them, each a process that a test may kill and must start again. The changes of a
 * database {@code shop} go to the topic {@code ods_shop}, which has one partition, since only there Canal keeps their order. Used by
 * one test at a time; each has databases and topics of its own.
 */
final class RealServers {
    private static final List<String> DATABASES = List.of("capture", "shop", "genuine", "mall", "crm", "busy");

    /** Gets everything that belongs to none of the databases. */
    private static final String DEFAULT_TOPIC = "ods_rest";

    private static final String CANAL_PASSWORD = "canal-s3cret";
    private static @Nullable RealServers shared;

    private final MySqlServer mysql;
    private final KafkaBroker broker;
    private final CanalServer canal;
    private final Path canalFolder;
    private final Map<String, TestTopic> topics = new LinkedHashMap<>();

    private RealServers(MySqlServer mysql, KafkaBroker broker, CanalServer canal, Path canalFolder) {
        this.mysql = mysql;
        this.broker = broker;
        this.canal = canal;
        this.canalFolder = canalFolder;
    }

    /** Those of this run, started by the first test and stopped with the process. */
    static synchronized RealServers shared() throws IOException {
        RealServers running = shared;
        if (running == null) {
            running = start();
            shared = running;
            Runtime.getRuntime().addShutdownHook(new Thread(running::stop, "real-servers-stop"));
        }
        return running;
    }

    private static RealServers start() throws IOException {
        MySqlServer mysql = MySqlServer.start();
        KafkaBroker broker = KafkaBroker.forked();
        mysql.execute(
                "CREATE USER canal IDENTIFIED BY '" + CANAL_PASSWORD + "'",
                "GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO canal");
        String[] status = mysql.query("SHOW MASTER STATUS").get(0).split("\\|");
        try (TestTopic rest = TestTopic.named(broker, DEFAULT_TOPIC, 1)) {
            CanalSettings settings = new CanalSettings(
                    mysql.port(),
                    "canal",
                    CANAL_PASSWORD,
                    broker.address(),
                    rest.name(),
                    DATABASES.stream()
                            .map(database -> "ods_" + database + ":" + database + "\\..*")
                            .collect(Collectors.joining(",")),
                    status[0],
                    Long.parseLong(status[1]));
            Path folder = Files.createTempDirectory("canal");
            return new RealServers(mysql, broker, CanalServer.start(folder, settings), folder);
        }
    }

    private void stop() {
        canal.close();
        topics.values().forEach(TestTopic::close);
        broker.kill();
        broker.close();
        mysql.close();
        try (Stream<Path> files = Files.walk(canalFolder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    MySqlServer mysql() {
        return mysql;
    }

    KafkaBroker broker() {
        return broker;
    }

    CanalServer canal() {
        return canal;
    }

    /** A topic made here. */
    TestTopic topic(String name) {
        TestTopic topic = topics.get(name);
        if (topic == null) {
            throw new AssertionError(name);
        }
        return topic;
    }

    void makeTopics(int partitions, List<String> names) {
        names.forEach(name -> topics.put(name, TestTopic.named(broker, name, partitions)));
    }
}
