// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import io.orrery.model.container.ItemKey;

/// A logical partition that much was spent on.
///
/// @param key position and partition key; the row key is empty
/// @param thousandths of a request unit, estimated
/// @param errorThousandths by so much the estimate may be too high, besides the error of sampling
public record HotKey(ItemKey key, long thousandths, long errorThousandths) {}
