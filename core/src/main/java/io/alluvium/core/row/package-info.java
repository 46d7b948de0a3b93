@NullMarked
package io.alluvium.core.row;

import org.jspecify.annotations.NullMarked;
