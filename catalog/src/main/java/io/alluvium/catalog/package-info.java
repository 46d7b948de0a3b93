@NullMarked
package io.alluvium.catalog;

import org.jspecify.annotations.NullMarked;
