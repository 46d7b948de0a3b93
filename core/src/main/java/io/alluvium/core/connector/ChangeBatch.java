package io.alluvium.core.connector;

import io.alluvium.core.row.RowBatch;

/**
 * Net changes for a store: change {@code i} replaces row {@code before[i]} by row {@code after[i]} of {@code rows}; -1 where there
 * is none (an insert has no before, a delete no after). A key occurs at most once in a commit. For an append-only target every
 * change is an insert, and a row that is there n times comes n times. The weights of {@code rows} mean nothing here.
 */
public record ChangeBatch(RowBatch rows, int[] before, int[] after, int size) {}
