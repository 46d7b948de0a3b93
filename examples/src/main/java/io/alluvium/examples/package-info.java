@NullMarked
package io.alluvium.examples;

import org.jspecify.annotations.NullMarked;
