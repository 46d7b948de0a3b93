@NullMarked
package io.alluvium.connector.files;

import org.jspecify.annotations.NullMarked;
