/// Ordered bytes on disk: batches, snapshots, scans. The only room that knows RocksDB.
///
/// Start at [Store]. [RocksStore] keeps the bytes on disk, [MemoryStore] is its twin in memory; one
/// contract suite passes on both.
@NullMarked
package io.orrery.storage;

import org.jspecify.annotations.NullMarked;
