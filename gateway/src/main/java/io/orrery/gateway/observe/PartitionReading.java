// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.container.Counters;
import io.orrery.partition.throughput.Spending;

/// How a partition is at one moment, for its history.
///
/// @param unitsPerSecond what it may spend
/// @param spending since it was opened
public record PartitionReading(
    int ordinal, long unitsPerSecond, Spending spending, Counters counters) {}
