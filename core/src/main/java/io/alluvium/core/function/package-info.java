@NullMarked
package io.alluvium.core.function;

import org.jspecify.annotations.NullMarked;
