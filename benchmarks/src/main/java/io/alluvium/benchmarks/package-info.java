@NullMarked
package io.alluvium.benchmarks;

import org.jspecify.annotations.NullMarked;
