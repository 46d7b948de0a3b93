/** Names, types and rules of SQL: from a parsed query to Calcite's relational algebra over our catalog. */
@NullMarked
package io.alluvium.planner.bind;

import org.jspecify.annotations.NullMarked;
