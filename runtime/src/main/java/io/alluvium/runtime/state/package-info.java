@NullMarked
package io.alluvium.runtime.state;

import org.jspecify.annotations.NullMarked;
