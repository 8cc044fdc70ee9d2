// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.RequestCharge;

/// What deleting a whole logical partition did.
///
/// @param items how many items are gone for every reader
public record PartitionDeletion(int items, long lsn, RequestCharge charge, SessionToken session) {}
