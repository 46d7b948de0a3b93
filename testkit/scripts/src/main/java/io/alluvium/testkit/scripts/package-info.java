/**
 * Script tests: tables, queries, rows in, net changes out. {@link io.alluvium.testkit.scripts.ScriptTest} runs a file in several
 * modes; {@link io.alluvium.testkit.scripts.ScriptParser} reads the language (its page is {@code docs/scripts.md}).
 */
@NullMarked
package io.alluvium.testkit.scripts;

import org.jspecify.annotations.NullMarked;
