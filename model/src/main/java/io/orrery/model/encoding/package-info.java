/// Bytes: growable writing, bounds-checked reading, and the order-preserving key encoding.
@NullMarked
package io.orrery.model.encoding;

import org.jspecify.annotations.NullMarked;
