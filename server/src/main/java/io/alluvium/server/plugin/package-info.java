@NullMarked
package io.alluvium.server.plugin;

import org.jspecify.annotations.NullMarked;
