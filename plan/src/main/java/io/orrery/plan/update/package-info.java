/// What shall become of an item, as data: [Operation] is one step of a write, and [Update] a list
/// of [Edit]s that partitions carry out inside apply, so that no API reads, changes and writes an
/// item in a loop. Start at [Editing].
@NullMarked
package io.orrery.plan.update;

import org.jspecify.annotations.NullMarked;
