// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.container.Counters;
import io.orrery.model.key.EffectivePartitionKey;

/// What a split would make of a partition, as things are at this moment.
///
/// @param at where the right one begins
public record SplitPreview(EffectivePartitionKey at, Counters left, Counters right) {}
