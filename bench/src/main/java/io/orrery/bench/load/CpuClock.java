// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// What a process has used of the processors, all its threads, those that ended too. The kernel
/// counts nanoseconds; `/proc` and the JDK tell hundredths of a second, which is too coarse for
/// windows of half a second. Linux only.
public final class CpuClock {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle CLOCK_OF_PROCESS =
      function("clock_getcpuclockid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle TIME =
      function("clock_gettime", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private CpuClock() {}

  /// 0 for a process that is no more.
  public static long nanos(long pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment clock = arena.allocate(JAVA_INT);
      MemorySegment time = arena.allocate(JAVA_LONG, 2);
      if ((int) CLOCK_OF_PROCESS.invokeExact((int) pid, clock) != 0
          || (int) TIME.invokeExact(clock.get(JAVA_INT, 0), time) != 0) {
        return 0;
      }
      return time.getAtIndex(JAVA_LONG, 0) * NANOS_PER_SECOND + time.getAtIndex(JAVA_LONG, 1);
    } catch (Throwable e) {
      throw new IllegalStateException("The processor's time cannot be read", e);
    }
  }

  @SuppressWarnings("restricted") // Both only read, and only their own arguments' memory.
  private static MethodHandle function(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
  }
}
