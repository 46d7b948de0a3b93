@NullMarked
package io.alluvium.testkit.harness;

import org.jspecify.annotations.NullMarked;
