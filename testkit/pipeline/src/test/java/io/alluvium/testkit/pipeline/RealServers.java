package io.alluvium.testkit.pipeline;

import io.alluvium.testkit.canal.CanalServer;
import io.alluvium.testkit.canal.CanalSettings;
import io.alluvium.testkit.servers.kafka.KafkaBroker;
import io.alluvium.testkit.servers.kafka.TestTopic;
import io.alluvium.testkit.servers.mysql.MySqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A MySQL, a Kafka broker and a Canal between them, each a process that a test may kill. The changes of a database {@code shop} go
 * to the topic {@code ods_shop}, which has one partition, since only there Canal keeps their order.
 */
final class RealServers implements AutoCloseable {
    /** Gets everything that belongs to none of the databases. */
    private static final String DEFAULT_TOPIC = "ods_rest";

    private static final String USER = "canal";
    private static final String PASSWORD = "canal-s3cret";

    private final MySqlServer mysql;
    private final KafkaBroker broker;
    private final CanalServer canal;
    private final List<TestTopic> topics = new ArrayList<>();

    private RealServers(MySqlServer mysql, KafkaBroker broker, CanalServer canal) {
        this.mysql = mysql;
        this.broker = broker;
        this.canal = canal;
    }

    /** @param folder where Canal remembers */
    static RealServers start(Path folder, String... databases) throws IOException {
        MySqlServer mysql = MySqlServer.start();
        KafkaBroker broker = KafkaBroker.forked();
        mysql.execute(
                "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + USER);
        String[] status = mysql.query("SHOW MASTER STATUS").get(0).split("\\|");
        List<TestTopic> topics = new ArrayList<>();
        topics.add(TestTopic.named(broker, DEFAULT_TOPIC, 1));
        for (String database : databases) {
            topics.add(TestTopic.named(broker, odsTopic(database), 1));
        }
        CanalSettings settings = new CanalSettings(
                mysql.port(),
                USER,
                PASSWORD,
                broker.address(),
                DEFAULT_TOPIC,
                List.of(databases).stream()
                        .map(database -> odsTopic(database) + ":" + database + "\\..*")
                        .collect(Collectors.joining(",")),
                status[0],
                Long.parseLong(status[1]));
        RealServers servers = new RealServers(mysql, broker, CanalServer.start(folder.resolve("canal"), settings));
        servers.topics.addAll(topics);
        return servers;
    }

    private static String odsTopic(String database) {
        return "ods_" + database;
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

    /** The topic that a database's changes go to. */
    TestTopic ods(String database) {
        return topic(odsTopic(database));
    }

    /** A topic made here. */
    TestTopic topic(String name) {
        return topics.stream()
                .filter(topic -> topic.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    void makeTopics(int partitions, List<String> names) {
        names.forEach(name -> topics.add(TestTopic.named(broker, name, partitions)));
    }

    @Override
    public void close() {
        canal.close();
        topics.forEach(TestTopic::close);
        broker.close();
        mysql.close();
    }
}
