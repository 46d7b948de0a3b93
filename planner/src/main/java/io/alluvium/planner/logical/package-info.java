/** Rewrites of the relational algebra before it is lowered, and its own nodes. */
@NullMarked
package io.alluvium.planner.logical;

import org.jspecify.annotations.NullMarked;
