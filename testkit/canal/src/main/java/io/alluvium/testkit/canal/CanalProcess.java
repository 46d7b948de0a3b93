package io.alluvium.testkit.canal;

import com.alibaba.otter.canal.connector.kafka.producer.CanalKafkaProducer;
import com.alibaba.otter.canal.instance.core.CanalMQConfig;
import com.alibaba.otter.canal.instance.manager.CanalInstanceWithManager;
import com.alibaba.otter.canal.instance.manager.model.Canal;
import com.alibaba.otter.canal.instance.manager.model.CanalParameter;
import com.alibaba.otter.canal.server.CanalMQStarter;
import com.alibaba.otter.canal.server.embedded.CanalServerWithEmbedded;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The process of a Canal: {@code FOLDER}, which holds its settings and what it remembers. It prints {@link #READY} when its
 * instance runs, and ends when its input does, so that it does not outlive the tests.
 */
final class CanalProcess {
    static final String READY = "READY";

    private static final String INSTANCE = "example";

    private CanalProcess() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        CanalSettings settings = CanalSettings.read(folder);
        CanalServerWithEmbedded server = CanalServerWithEmbedded.instance();
        server.setCanalInstanceGenerator(name -> new Instance(canal(folder, settings), topics(settings)));
        server.start();
        server.start(INSTANCE);
        CanalKafkaProducer producer = new CanalKafkaProducer();
        producer.init(kafka(settings));
        CanalMQStarter starter = new CanalMQStarter(producer);
        starter.start(INSTANCE);
        System.out.println(READY);
        System.out.flush();
        int next = System.in.read();
        while (next >= 0) {
            next = System.in.read();
        }
        starter.destroy();
        server.stop(INSTANCE);
        server.stop();
        System.exit(0);
    }

    /** An instance whose topics are not those of a configuration server. */
    private static final class Instance extends CanalInstanceWithManager {
        Instance(Canal canal, CanalMQConfig topics) {
            super(canal, ".*\\..*");
            this.mqConfig = topics;
        }
    }

    private static Canal canal(Path folder, CanalSettings settings) {
        CanalParameter parameter = new CanalParameter();
        // positions as the launcher's file mode keeps them
        parameter.setMetaMode(CanalParameter.MetaMode.LOCAL_FILE);
        parameter.setDataDir(folder.toString());
        parameter.setMetaFileFlushPeriod(1000);
        parameter.setIndexMode(CanalParameter.IndexMode.MEMORY_META_FAILBACK);
        parameter.setStorageMode(CanalParameter.StorageMode.MEMORY);
        parameter.setMemoryStorageRawEntry(false);
        parameter.setSourcingType(CanalParameter.SourcingType.MYSQL);
        parameter.setHaMode(CanalParameter.HAMode.HEARTBEAT);
        parameter.setDbAddresses(List.of(new InetSocketAddress("127.0.0.1", settings.mysqlPort())));
        parameter.setDbUsername(settings.user());
        parameter.setDbPassword(settings.password());
        parameter.setPositions(List.of("{\"journalName\":\"" + settings.journal() + "\",\"position\":"
                + settings.position() + ",\"timestamp\":0}"));
        parameter.setSlaveId(1234L);
        parameter.setDefaultConnectionTimeoutInSeconds(30);
        parameter.setConnectionCharset("UTF-8");
        parameter.setConnectionCharsetNumber((byte) 33);
        parameter.setReceiveBufferSize(64 * 1024);
        parameter.setSendBufferSize(64 * 1024);
        parameter.setDetectingEnable(false);
        parameter.setTsdbEnable(false);
        parameter.setParallel(false);
        parameter.setGtidEnable(false);
        Canal canal = new Canal();
        canal.setId(1L);
        canal.setName(INSTANCE);
        canal.setCanalParameter(parameter);
        return canal;
    }

    private static CanalMQConfig topics(CanalSettings settings) {
        CanalMQConfig config = new CanalMQConfig();
        config.setTopic(settings.defaultTopic());
        config.setPartition(0);
        config.setDynamicTopic(settings.topics());
        return config;
    }

    private static Properties kafka(CanalSettings settings) {
        Properties properties = new Properties();
        properties.setProperty("kafka.bootstrap.servers", settings.brokers());
        properties.setProperty("kafka.acks", "all");
        properties.setProperty("kafka.enable.metrics.push", "false");
        properties.setProperty("kafka.reconnect.backoff.max.ms", "500");
        properties.setProperty("canal.mq.flatMessage", "true");
        properties.setProperty("canal.mq.canalBatchSize", "50");
        properties.setProperty("canal.mq.canalGetTimeout", "100");
        return properties;
    }
}
