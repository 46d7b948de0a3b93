@NullMarked
package io.alluvium.core.type;

import org.jspecify.annotations.NullMarked;
