@NullMarked
package io.alluvium.core.io;

import org.jspecify.annotations.NullMarked;
