// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.Counters;
import io.orrery.model.key.PartitionKey;

/// How much a logical partition holds.
public record LogicalPartitionSize(PartitionKey key, Counters counters) {}
