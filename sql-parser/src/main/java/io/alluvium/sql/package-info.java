/** SQL text to statements: script splitting, the grammar's entry points, positions, syntax errors, and text from nodes. */
@NullMarked
package io.alluvium.sql;

import org.jspecify.annotations.NullMarked;
