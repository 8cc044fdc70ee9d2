// SPDX-License-Identifier: Apache-2.0
/// What groups of rows are made into: COUNT, SUM and the like.
///
/// Every [io.orrery.plan.aggregate.Accumulator] can be merged with another one of its function, and
/// its state is a value: partitions aggregate their own rows, and whoever merges them finishes.
@NullMarked
package io.orrery.plan.aggregate;

import org.jspecify.annotations.NullMarked;
