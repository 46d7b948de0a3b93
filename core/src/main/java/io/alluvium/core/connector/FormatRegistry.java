package io.alluvium.core.connector;

import java.util.Collection;

/** The installed formats. */
public interface FormatRegistry {
    /** @throws io.alluvium.core.error.AlluviumException FORMAT_NOT_FOUND with a suggestion */
    FormatFactory format(String name);

    Collection<String> names();
}
