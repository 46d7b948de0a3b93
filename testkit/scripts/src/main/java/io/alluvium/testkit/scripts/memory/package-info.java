/** The connector {@code script}: tables that live in a script's memory, as logs that are read and as stores that are written. */
@NullMarked
package io.alluvium.testkit.scripts.memory;

import org.jspecify.annotations.NullMarked;
