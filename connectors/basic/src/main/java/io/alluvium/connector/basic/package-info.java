@NullMarked
package io.alluvium.connector.basic;

import org.jspecify.annotations.NullMarked;
