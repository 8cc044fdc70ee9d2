/// Partition keys: their paths, their values, and their place on the ring of hashes.
@NullMarked
package io.orrery.model.key;

import org.jspecify.annotations.NullMarked;
