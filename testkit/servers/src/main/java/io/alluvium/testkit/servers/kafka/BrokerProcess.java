package io.alluvium.testkit.servers.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A broker in a process of its own: {@code FOLDER BROKER_PORT CONTROLLER_PORT [TOPICS]}. TOPICS is a file with a line a topic that is
 * made at the start: name and number of partitions. It prints {@link #READY} when it takes requests, and ends when its input does,
 * so that it does not outlive who started it.
 */
final class BrokerProcess {
    static final String READY = "READY";

    private BrokerProcess() {}

    public static void main(String[] arguments) throws IOException, ExecutionException, InterruptedException {
        BrokerNode node =
                BrokerNode.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        if (arguments.length > 3) {
            makeTopics("127.0.0.1:" + arguments[1], Path.of(arguments[3]));
        }
        System.out.println(READY);
        System.out.flush();
        int next = System.in.read();
        while (next >= 0) {
            next = System.in.read();
        }
        node.stop();
        System.exit(0);
    }

    private static void makeTopics(String address, Path file)
            throws IOException, ExecutionException, InterruptedException {
        List<NewTopic> topics = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String[] words = line.trim().split(" ");
                topics.add(new NewTopic(words[0], Integer.parseInt(words[1]), (short) 1));
            }
        }
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", address);
        properties.setProperty("enable.metrics.push", "false");
        try (Admin admin = Admin.create(properties)) {
            admin.createTopics(topics).all().get();
        }
    }
}
