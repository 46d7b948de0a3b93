/**
 * What a job keeps in its state folder: incremental state files, the manifests that name them, dead letters, attempts. Knows
 * bytes and files only, nothing of workers.
 */
@NullMarked
package io.alluvium.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
