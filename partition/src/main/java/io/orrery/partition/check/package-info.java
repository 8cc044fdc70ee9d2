/// Verifies that what a partition has stored fits together: index and unique keys are those of the
/// items, counters count what is there, the feed has every version it promises.
///
/// Start at [PartitionChecker]. Nothing here changes anything, and damage is reported, never
/// thrown.
@NullMarked
package io.orrery.partition.check;

import org.jspecify.annotations.NullMarked;
