@NullMarked
package io.alluvium.core.expression;

import org.jspecify.annotations.NullMarked;
