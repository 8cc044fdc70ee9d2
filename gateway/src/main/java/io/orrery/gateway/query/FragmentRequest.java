// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.RequestContext;
import io.orrery.partition.fragment.FragmentContext;

/// What fragments of a request run with in this process.
public record FragmentRequest(RequestContext request, QueryBudget budget)
    implements FragmentContext {

  @Override
  public void throwIfDone() {
    request.throwIfDone();
  }

  @Override
  public boolean isMeasured() {
    return request.isMeasured();
  }

  @Override
  public long nanos() {
    return request.nanos();
  }
}
