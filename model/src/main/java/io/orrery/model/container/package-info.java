// SPDX-License-Identifier: Apache-2.0
/// Containers and what lies in them, in the words that all rooms share: an [Item] under its
/// [ItemKey], the [Change]s of the feed, the [Cell]s of rows, how much there is ([Counters]); of
/// the container its [Api], its [IndexingPolicy] and its [Throughput]; and what requests cost
/// ([RequestCharge]).
@NullMarked
package io.orrery.model.container;

import org.jspecify.annotations.NullMarked;
