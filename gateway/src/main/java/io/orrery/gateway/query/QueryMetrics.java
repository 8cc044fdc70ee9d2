// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

/// What a page of a query took.
///
/// @param retrieved items that were read
/// @param retrievedBytes how large these were
/// @param nanos how long it took
public record QueryMetrics(
    long retrieved, long retrievedBytes, long nanos, Explanation explanation) {}
