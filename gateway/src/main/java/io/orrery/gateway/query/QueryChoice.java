// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.plan.access.AccessPath;
import java.util.List;

/// How a query would find its rows.
///
/// @param sorts whether they have to be sorted
/// @param rejected access paths that were thought of, too
public record QueryChoice(AccessPath path, boolean sorts, List<AccessPath> rejected) {
  public QueryChoice {
    rejected = List.copyOf(rejected);
  }
}
