package io.alluvium.server.session;

import org.jspecify.annotations.Nullable;

/** A script and the name of its file, null where it was typed. */
public record ScriptText(@Nullable String file, String text) {}
