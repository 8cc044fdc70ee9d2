/// Which paths of an item are indexed, and the terms an item has under a policy.
///
/// Start at [IndexingPolicy]; [PathTree] is its compiled form, [IndexTerms] walks an item along it.
@NullMarked
package io.orrery.partition.indexing;

import org.jspecify.annotations.NullMarked;
