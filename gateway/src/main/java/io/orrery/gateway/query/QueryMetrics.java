// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.plan.access.AccessPath;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a page of a query took.
///
/// @param retrieved items that were read
/// @param retrievedBytes how large these were
/// @param nanos how long it took
/// @param lookupNanos how long was spent in the index, in all partitions together; 0 unless the
///   request is measured
/// @param loadNanos how long reading items took, likewise
/// @param access how items were looked for; null if none were
/// @param explanation how the page came about, put into words when asked for
public record QueryMetrics(
    long retrieved,
    long retrievedBytes,
    long nanos,
    long lookupNanos,
    long loadNanos,
    @Nullable AccessPath access,
    Supplier<Explanation> explanation) {}
