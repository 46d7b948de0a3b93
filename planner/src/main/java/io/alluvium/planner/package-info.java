@NullMarked
package io.alluvium.planner;

import org.jspecify.annotations.NullMarked;
