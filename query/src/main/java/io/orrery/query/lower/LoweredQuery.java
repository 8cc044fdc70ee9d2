// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.plan.Plan;

/// A query as a plan.
///
/// @param fingerprint the same for the same query
/// @param binding the same for all queries that may go on with each other's continuations
public record LoweredQuery(Plan plan, long fingerprint, long binding) {}
