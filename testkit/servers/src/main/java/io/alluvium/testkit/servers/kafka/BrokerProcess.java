package io.alluvium.testkit.servers.kafka;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A broker in a process of its own: {@code FOLDER BROKER_PORT CONTROLLER_PORT}. It prints {@link #READY} when it takes requests, and
 * ends when its input does, so that it does not outlive the tests.
 */
final class BrokerProcess {
    static final String READY = "READY";

    private BrokerProcess() {}

    public static void main(String[] arguments) throws IOException {
        BrokerNode node =
                BrokerNode.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        System.out.println(READY);
        System.out.flush();
        int next = System.in.read();
        while (next >= 0) {
            next = System.in.read();
        }
        node.stop();
        System.exit(0);
    }
}
