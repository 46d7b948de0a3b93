@NullMarked
package io.alluvium.runtime.function;

import org.jspecify.annotations.NullMarked;
