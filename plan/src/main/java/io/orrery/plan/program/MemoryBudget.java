// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.concurrent.atomic.AtomicLong;

/// So many bytes, and as long as somebody else says.
public final class MemoryBudget implements Budget {
  private final long bytesMax;
  private final Runnable check;
  private final AtomicLong bytes = new AtomicLong();

  /// @param check called now and then; throws when the work is to end
  public MemoryBudget(long bytesMax, Runnable check) {
    this.bytesMax = bytesMax;
    this.check = check;
  }

  @Override
  public void steps(int count) {
    check.run();
  }

  @Override
  public void take(long count) {
    if (bytes.addAndGet(count) > bytesMax) {
      bytes.addAndGet(-count);
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "The query needs more than the "
              + bytesMax
              + " bytes of memory it may use; filter more, or group, sort or collect less.");
    }
  }

  @Override
  public void give(long count) {
    bytes.addAndGet(-count);
  }

  /// How many bytes are kept now.
  public long bytes() {
    return bytes.get();
  }
}
