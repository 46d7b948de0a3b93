/**
 * The e-commerce example warehouse: what makes its source data (Canal flat messages and application logs) and what its APP
 * tables must hold. Nothing in here runs or knows the engine.
 */
@NullMarked
package io.alluvium.examples.mall;

import org.jspecify.annotations.NullMarked;
