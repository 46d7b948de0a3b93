@NullMarked
package io.alluvium.connector.formats;

import org.jspecify.annotations.NullMarked;
