/** A Kafka broker for tests. */
@org.jspecify.annotations.NullMarked
package io.alluvium.testkit.servers.kafka;
