package io.alluvium.testkit.canal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * What a Canal reads and where it writes, kept as a file in its folder.
 *
 * @param mysqlPort of a MySQL on loopback
 * @param user who may SELECT, REPLICATION SLAVE and REPLICATION CLIENT
 * @param brokers addresses of Kafka's brokers
 * @param defaultTopic takes what belongs to no database: CREATE DATABASE
 * @param topics Canal's {@code dynamicTopic}: {@code shop,crm} or {@code ods_shop:shop\\..*,ods_crm:crm\\..*}
 * @param journal the binary log file where the first start begins; a later one goes on where Canal remembers to be
 * @param position the place in that file
 */
public record CanalSettings(
        int mysqlPort,
        String user,
        String password,
        String brokers,
        String defaultTopic,
        String topics,
        String journal,
        long position) {
    private static final String FILE = "canal.properties";

    void write(Path folder) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("mysql.port", "" + mysqlPort);
        properties.setProperty("mysql.user", user);
        properties.setProperty("mysql.password", password);
        properties.setProperty("kafka.brokers", brokers);
        properties.setProperty("topic.default", defaultTopic);
        properties.setProperty("topic.dynamic", topics);
        properties.setProperty("start.journal", journal);
        properties.setProperty("start.position", "" + position);
        try (OutputStream file = Files.newOutputStream(folder.resolve(FILE))) {
            properties.store(file, null);
        }
    }

    static CanalSettings read(Path folder) throws IOException {
        Properties properties = new Properties();
        try (InputStream file = Files.newInputStream(folder.resolve(FILE))) {
            properties.load(file);
        }
        return new CanalSettings(
                Integer.parseInt(required(properties, "mysql.port")),
                required(properties, "mysql.user"),
                required(properties, "mysql.password"),
                required(properties, "kafka.brokers"),
                required(properties, "topic.default"),
                required(properties, "topic.dynamic"),
                required(properties, "start.journal"),
                Long.parseLong(required(properties, "start.position")));
    }

    private static String required(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalStateException(FILE + " has no " + key);
        }
        return value;
    }
}
