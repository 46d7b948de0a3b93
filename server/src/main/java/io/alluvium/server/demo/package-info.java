@NullMarked
package io.alluvium.server.demo;

import org.jspecify.annotations.NullMarked;
