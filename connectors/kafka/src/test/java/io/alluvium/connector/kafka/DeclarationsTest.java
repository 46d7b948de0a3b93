package io.alluvium.connector.kafka;

import io.alluvium.connector.conformance.DeclarationChecks;
import org.junit.jupiter.api.Test;

class DeclarationsTest {
    @Test
    void declarationsAreSound() {
        DeclarationChecks.connectors("kafka", "upsert-kafka");
    }
}
