@NullMarked
package io.alluvium.core.plan;

import org.jspecify.annotations.NullMarked;
