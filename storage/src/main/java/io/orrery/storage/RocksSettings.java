// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// How much of the machine a [RocksStore] may use.
///
/// @param blockCacheBytes cache of read blocks; the memtables are charged to it
/// @param itemCacheBytes items that were looked up before, on the heap
/// @param memtableBytes all memtables together
/// @param logBytesMax how long the write-ahead log may get: bounds the time of opening after a
///   crash
/// @param backgroundThreads for flushes and compactions
/// @param openFilesMax how many files are kept open
public record RocksSettings(
    long blockCacheBytes,
    long itemCacheBytes,
    long memtableBytes,
    long logBytesMax,
    int backgroundThreads,
    int openFilesMax) {
  private static final long MEGABYTE = 1L << 20;

  public static final RocksSettings DEFAULT =
      new RocksSettings(160 * MEGABYTE, 64 * MEGABYTE, 128 * MEGABYTE, 256 * MEGABYTE, 2, 1024);

  public RocksSettings {
    requireAtLeast(blockCacheBytes, MEGABYTE, "block cache bytes");
    requireAtLeast(itemCacheBytes, 0, "item cache bytes");
    requireAtLeast(memtableBytes, MEGABYTE, "memtable bytes");
    requireAtLeast(logBytesMax, MEGABYTE, "log bytes");
    requireAtLeast(backgroundThreads, 1, "background threads");
    requireAtLeast(openFilesMax, 32, "open files");
  }

  private static void requireAtLeast(long value, long least, String name) {
    if (value < least) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The storage setting '" + name + "' must be at least " + least + ", not " + value + ".");
    }
  }
}
