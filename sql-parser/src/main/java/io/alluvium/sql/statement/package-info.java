/** What a statement says, as records; queries and expressions inside are Calcite nodes. */
@NullMarked
package io.alluvium.sql.statement;

import org.jspecify.annotations.NullMarked;
