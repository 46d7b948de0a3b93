package io.alluvium.testkit.servers.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** One KRaft node, broker and controller in one, on loopback and in this process. */
final class BrokerNode {
    private final KafkaRaftServer server;

    private BrokerNode(KafkaRaftServer server) {
        this.server = server;
    }

    /** Starts a node on a folder, which is formatted where it is new. */
    static BrokerNode start(Path folder, int brokerPort, int controllerPort) throws IOException {
        Files.createDirectories(folder);
        if (!Files.exists(folder.resolve("meta.properties"))) {
            format(folder);
        }
        Properties properties = properties(folder, brokerPort, controllerPort);
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        server.startup();
        return new BrokerNode(server);
    }

    void stop() {
        server.shutdown();
        server.awaitShutdown();
    }

    private static void format(Path folder) throws IOException {
        Formatter formatter = new Formatter();
        formatter.setClusterId(Uuid.randomUuid().toString());
        formatter.setNodeId(1);
        formatter.addDirectory(folder.toString());
        formatter.setMetadataLogDirectory(folder.toString());
        formatter.setControllerListenerName("CONTROLLER");
        formatter.setReleaseVersion(MetadataVersion.LATEST_PRODUCTION);
        formatter.setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            formatter.run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the broker's folder " + folder + " cannot be formatted", e);
        }
    }

    private static Properties properties(Path folder, int brokerPort, int controllerPort) {
        Properties properties = new Properties();
        String broker = "PLAINTEXT://127.0.0.1:" + brokerPort;
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        properties.setProperty("listeners", broker + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.setProperty("advertised.listeners", broker);
        properties.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("inter.broker.listener.name", "PLAINTEXT");
        properties.setProperty("log.dirs", folder.toString());
        for (String topic : new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
            properties.setProperty(topic + ".replication.factor", "1");
            properties.setProperty(topic + ".num.partitions", "1");
        }
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("share.coordinator.state.topic.min.isr", "1");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("auto.create.topics.enable", "false");
        // a killed broker may come back soon, an open transaction that timed out ends soon
        properties.setProperty("broker.session.timeout.ms", "2000");
        properties.setProperty("broker.heartbeat.interval.ms", "500");
        properties.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200");
        // deleted topics leave at once
        properties.setProperty("log.segment.delete.delay.ms", "0");
        properties.setProperty("num.network.threads", "2");
        properties.setProperty("num.io.threads", "2");
        properties.setProperty("background.threads", "2");
        properties.setProperty("log.cleaner.dedupe.buffer.size", "2097152");
        return properties;
    }
}
