// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.RequestContext;
import io.orrery.partition.fragment.MemoryWaiter;
import io.orrery.partition.fragment.QueryBudget;
import io.orrery.partition.fragment.QueryMemory;
import io.orrery.plan.program.Budget;
import java.time.Duration;

/// Memory of the process's queries for whoever works on rows outside of a page, through several
/// requests. Close it when nothing is kept any more.
public final class WorkingMemory implements Budget, AutoCloseable {
  private final QueryBudget budget;
  private volatile RequestContext request;

  WorkingMemory(QueryMemory memory, RequestContext request) {
    this.request = request;
    this.budget = new QueryBudget(memory, new CurrentRequest());
  }

  /// Goes on for another request: from now on that one's time counts.
  public void enter(RequestContext next) {
    request = next;
  }

  @Override
  public void steps(int count) {
    budget.steps(count);
  }

  @Override
  public void take(long bytes) {
    budget.take(bytes);
  }

  @Override
  public void give(long bytes) {
    budget.give(bytes);
  }

  @Override
  public void close() {
    budget.close();
  }

  private final class CurrentRequest implements MemoryWaiter {
    @Override
    public void checkpoint() {
      request.checkpoint();
    }

    @Override
    public void pause() {
      request.pause();
    }

    @Override
    public Duration remaining() {
      return request.remaining();
    }

    @Override
    public void throwIfDone() {
      request.throwIfDone();
    }
  }
}
