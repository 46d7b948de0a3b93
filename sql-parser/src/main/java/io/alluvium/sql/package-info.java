@NullMarked
package io.alluvium.sql;

import org.jspecify.annotations.NullMarked;
