// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// What a store holds and has done, for gauges and counters.
///
/// @param blockCacheBytes in the cache of read blocks, memtables charged to it included
/// @param itemCacheBytes in the cache of items that were looked up
/// @param memtableBytes written but not yet in a file of sorted keys
/// @param diskBytes in files of sorted keys
/// @param pendingCompactionBytes about how much the store is behind in merging these files
/// @param batchesWritten since opening
/// @param groupsWritten synchronisations of the disk these batches took
/// @param damagedReads how often a read came upon damaged data since opening
/// @param writable false once a write has failed
public record StoreMetrics(
    long blockCacheBytes,
    long itemCacheBytes,
    long memtableBytes,
    long diskBytes,
    long pendingCompactionBytes,
    long batchesWritten,
    long groupsWritten,
    long damagedReads,
    boolean writable) {}
