/** Real servers for tests, each in a process or thread of its own on loopback; test scope only, never shipped. */
@org.jspecify.annotations.NullMarked
package io.alluvium.testkit.servers;
