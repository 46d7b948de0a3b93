@NullMarked
package io.alluvium.server.command;

import org.jspecify.annotations.NullMarked;
