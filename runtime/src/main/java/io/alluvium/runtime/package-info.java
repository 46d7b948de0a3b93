@NullMarked
package io.alluvium.runtime;

import org.jspecify.annotations.NullMarked;
