/** A real Canal for tests, in a process and on a class path of its own. */
@org.jspecify.annotations.NullMarked
package io.alluvium.testkit.canal;
