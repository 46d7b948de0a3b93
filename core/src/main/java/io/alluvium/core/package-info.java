@NullMarked
package io.alluvium.core;

import org.jspecify.annotations.NullMarked;
