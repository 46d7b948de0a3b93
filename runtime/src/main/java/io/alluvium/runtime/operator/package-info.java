@NullMarked
package io.alluvium.runtime.operator;

import org.jspecify.annotations.NullMarked;
