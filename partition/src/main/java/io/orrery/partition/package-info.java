/// One physical partition: a deterministic state machine over one range of hashes.
///
/// Start at [Partition], the running thing with its queue and its reads; [StateMachine] is what a
/// command does; [io.orrery.partition.layout.Layout] says where it lies. Everything a partition
/// changes, it changes in [StateMachine#apply], including what happens in the background: sweeping,
/// re-indexing and trimming are commands like any other.
///
/// No clock, no randomness and no iteration order that is not fixed: the same commands give the
/// same bytes, on one machine or on four.
@NullMarked
package io.orrery.partition;

import org.jspecify.annotations.NullMarked;
