// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;

/// A request for one page of what a partition has for a plan.
///
/// @param path how the candidates are found
/// @param scope which items are meant
/// @param termBytesMax how much of a value sort keys hold, the same in all partitions
public record Fragment(
    Plan plan,
    AccessPath path,
    ItemScope scope,
    int termBytesMax,
    FragmentStage stage,
    FragmentBounds bounds) {}
