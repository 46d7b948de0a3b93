@NullMarked
package io.alluvium.runtime.expression;

import org.jspecify.annotations.NullMarked;
