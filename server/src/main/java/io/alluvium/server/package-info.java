@NullMarked
package io.alluvium.server;

import org.jspecify.annotations.NullMarked;
