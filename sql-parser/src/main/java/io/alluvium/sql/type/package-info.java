/** Data types of the dialect in the grammar, and their form in Calcite. */
@NullMarked
package io.alluvium.sql.type;

import org.jspecify.annotations.NullMarked;
