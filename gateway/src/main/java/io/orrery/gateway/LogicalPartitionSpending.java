// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.key.PartitionKey;

/// What was spent lately on the items with one partition key.
///
/// @param ordinal of the physical partition that holds them
/// @param thousandths of a request unit, estimated from samples
/// @param errorThousandths by so much the estimate may be too high, besides the error of sampling
public record LogicalPartitionSpending(
    PartitionKey key, int ordinal, long thousandths, long errorThousandths) {}
