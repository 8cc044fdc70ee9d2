/// Which paths of an item are indexed, and the terms an item has under a policy.
///
/// Start at [IndexTerms], which walks an item along a container's
/// [policy][io.orrery.model.container.IndexingPolicy].
@NullMarked
package io.orrery.partition.indexing;

import org.jspecify.annotations.NullMarked;
