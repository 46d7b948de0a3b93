@NullMarked
package io.alluvium.layers;

import org.jspecify.annotations.NullMarked;
