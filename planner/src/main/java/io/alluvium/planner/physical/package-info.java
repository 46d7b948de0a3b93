/** Lowers relational algebra to the records of core's plan; Calcite ends here. */
@NullMarked
package io.alluvium.planner.physical;

import org.jspecify.annotations.NullMarked;
