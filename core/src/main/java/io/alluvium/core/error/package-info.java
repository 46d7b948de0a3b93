@NullMarked
package io.alluvium.core.error;

import org.jspecify.annotations.NullMarked;
