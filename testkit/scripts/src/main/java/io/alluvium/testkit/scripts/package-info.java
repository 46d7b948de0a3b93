@NullMarked
package io.alluvium.testkit.scripts;

import org.jspecify.annotations.NullMarked;
