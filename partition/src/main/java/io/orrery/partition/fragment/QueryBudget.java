// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.plan.program.Budget;

/// What one page of a query has of the memory of all queries. It takes it in portions, so that
/// small queries hardly ever meet there. Close it when nothing of the page is kept any more.
public final class QueryBudget implements Budget, AutoCloseable {
  private static final long PORTION = 256L << 10;

  /// Whatever there is for all.
  private static final long BYTES_MAX = 64L << 20;

  private final QueryMemory memory;
  private final MemoryWaiter waiter;
  private final long bytesMax;
  private long bytes;
  private long portions;

  public QueryBudget(QueryMemory memory, MemoryWaiter waiter) {
    this.memory = memory;
    this.waiter = waiter;
    this.bytesMax = Math.min(BYTES_MAX, memory.queryMax());
  }

  /// How many bytes the page may have.
  public long bytesMax() {
    return bytesMax;
  }

  @Override
  public void steps(int count) {
    waiter.checkpoint();
  }

  @Override
  public synchronized void take(long count) {
    if (bytes + count > bytesMax) {
      throw exceeded(bytesMax);
    }
    if (bytes + count > portions) {
      long more = Math.min(bytesMax, Math.max(bytes + count, portions + PORTION)) - portions;
      memory.take(more, waiter);
      portions += more;
    }
    bytes += count;
  }

  /// A query that needs more memory is refused.
  static OrreryException exceeded(long bytesMax) {
    return new OrreryException(
        ErrorCode.LIMIT_EXCEEDED,
        "The query needs more than the "
            + bytesMax
            + " bytes of memory it may use; filter more, or group, sort or collect less.");
  }

  @Override
  public synchronized void give(long count) {
    bytes -= count;
  }

  /// Gives everything back but so many bytes.
  public synchronized void keep(long count) {
    bytes = Math.min(count, portions);
    if (portions > bytes) {
      memory.give(portions - bytes);
      portions = bytes;
    }
  }

  @Override
  public void close() {
    keep(0);
  }
}
