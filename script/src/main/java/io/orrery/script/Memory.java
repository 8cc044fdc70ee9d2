// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds scripts that fill the heap. The engine cannot limit what one script holds, so it takes two
/// signs: the heap was nearly full after a collection, and this script has allocated much of it.
/// Either alone is harmless.
class Memory {
  private static final double FULL = 0.8;
  private static final int SUSPICIOUS_FRACTION = 16;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());
  private final long heapBytes = Runtime.getRuntime().maxMemory();

  /// What a thread had allocated when its script began; unknown for virtual ones.
  record Beginning(long threadId, long allocated) {}

  /// Of the calling thread.
  Beginning begin() {
    long id = Thread.currentThread().threadId();
    return new Beginning(id, threads.getThreadAllocatedBytes(id));
  }

  boolean isExhaustedSince(Beginning beginning) {
    long allocated = threads.getThreadAllocatedBytes(beginning.threadId());
    boolean suspicious =
        allocated < 0 || allocated - beginning.allocated() > heapBytes / SUSPICIOUS_FRACTION;
    return suspicious && usedAfterCollection() > FULL * heapBytes;
  }

  private long usedAfterCollection() {
    GcInfo latest = null;
    for (GarbageCollectorMXBean collector : collectors) {
      GcInfo info = collector.getLastGcInfo();
      if (info != null && (latest == null || info.getEndTime() > latest.getEndTime())) {
        latest = info;
      }
    }
    if (latest == null) {
      return 0;
    }
    long used = 0;
    for (var pool : latest.getMemoryUsageAfterGc().entrySet()) {
      used += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
    }
    return used;
  }
}
