/** Kafka topics as tables: {@code kafka} and {@code upsert-kafka}. */
@NullMarked
package io.alluvium.connector.kafka;

import org.jspecify.annotations.NullMarked;
