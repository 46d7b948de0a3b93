/** Checks that every connector and format must pass, with the fakes they need. */
@NullMarked
package io.alluvium.connector.conformance;

import org.jspecify.annotations.NullMarked;
