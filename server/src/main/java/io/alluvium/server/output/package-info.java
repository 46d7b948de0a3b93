@NullMarked
package io.alluvium.server.output;

import org.jspecify.annotations.NullMarked;
