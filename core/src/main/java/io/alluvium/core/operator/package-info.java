@NullMarked
package io.alluvium.core.operator;

import org.jspecify.annotations.NullMarked;
