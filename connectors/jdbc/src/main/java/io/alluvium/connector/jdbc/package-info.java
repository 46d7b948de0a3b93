@NullMarked
package io.alluvium.connector.jdbc;

import org.jspecify.annotations.NullMarked;
