/** The control port: how the command line talks to the process that has a warehouse open. */
@org.jspecify.annotations.NullMarked
package io.alluvium.server.control;
