/** Pages of the documentation that are written from declarations in the code. */
@NullMarked
package io.alluvium.server.reference;

import org.jspecify.annotations.NullMarked;
