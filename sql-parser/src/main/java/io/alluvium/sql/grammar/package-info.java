/** What the generated parser calls while it reads a statement. For the generated parser only. */
@NullMarked
package io.alluvium.sql.grammar;

import org.jspecify.annotations.NullMarked;
