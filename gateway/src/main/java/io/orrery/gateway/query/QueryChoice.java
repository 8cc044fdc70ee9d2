// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.plan.access.AccessPath;

/// How a query would find its rows.
///
/// @param sorts whether they have to be sorted
public record QueryChoice(AccessPath path, boolean sorts) {}
