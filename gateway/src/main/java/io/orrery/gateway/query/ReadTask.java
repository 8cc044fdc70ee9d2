// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.model.Limits;
import io.orrery.plan.program.Budget;

/// What all reading for one request has in common.
///
/// @param scope which items are meant
/// @param budget what may be kept in memory of what was read
public record ReadTask(Scope scope, Limits limits, RequestContext context, Budget budget) {}
