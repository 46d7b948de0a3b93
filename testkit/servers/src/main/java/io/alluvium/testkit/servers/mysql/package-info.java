/** A genuine MySQL server for tests. */
@org.jspecify.annotations.NullMarked
package io.alluvium.testkit.servers.mysql;
