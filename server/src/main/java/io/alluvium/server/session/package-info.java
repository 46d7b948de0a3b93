@NullMarked
package io.alluvium.server.session;

import org.jspecify.annotations.NullMarked;
