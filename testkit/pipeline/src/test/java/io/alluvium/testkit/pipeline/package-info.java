/** The whole way from MySQL over Canal and Kafka back to MySQL, on real servers. */
@org.jspecify.annotations.NullMarked
package io.alluvium.testkit.pipeline;
