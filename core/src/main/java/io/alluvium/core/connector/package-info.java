@NullMarked
package io.alluvium.core.connector;

import org.jspecify.annotations.NullMarked;
