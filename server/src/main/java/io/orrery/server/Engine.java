// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.model.Limits;
import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import io.orrery.storage.StoreMetrics;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// The rooms of the database, put together by hand: the store at the bottom, everything else on top
/// of it. Closed from the top down.
final class Engine implements AutoCloseable {
  private final Store store;
  private final Limits limits;
  private final String dataPath;

  private Engine(Store store, Limits limits, String dataPath) {
    this.store = store;
    this.limits = limits;
    this.dataPath = dataPath;
  }

  /// @throws io.orrery.model.OrreryException if a limit makes no sense, or the data directory is
  ///   locked, damaged or of another version
  static Engine open(Settings settings) {
    Limits limits = KnownSettings.limits(settings);
    if (settings.value(KnownSettings.IN_MEMORY)) {
      return new Engine(new MemoryStore(), limits, "in memory");
    }
    Path dataPath = settings.value(KnownSettings.DATA_PATH).toAbsolutePath().normalize();
    Store store = RocksStore.open(storeDirectory(dataPath), rocksSettings(settings));
    return new Engine(store, limits, dataPath.toString());
  }

  /// The store's own directory: beside it the data directory has room for other things.
  static Path storeDirectory(Path dataPath) {
    return dataPath.resolve("store");
  }

  private static RocksSettings rocksSettings(Settings settings) {
    RocksSettings defaults = RocksSettings.DEFAULT;
    return new RocksSettings(
        settings.value(KnownSettings.BLOCK_CACHE_BYTES),
        settings.value(KnownSettings.MEMTABLE_BYTES),
        defaults.logBytesMax(),
        defaults.backgroundThreads(),
        defaults.openFilesMax());
  }

  Limits limits() {
    return limits;
  }

  /// Tells what has to work, and which numbers there are.
  void register(Readiness readiness, Metrics metrics) {
    readiness.add("store", this::storeFault);
    gauge(metrics, "block_cache_bytes", "In the block cache", StoreMetrics::blockCacheBytes);
    gauge(metrics, "memtable_bytes", "Written, not yet flushed", StoreMetrics::memtableBytes);
    gauge(metrics, "disk_bytes", "In files of sorted keys", StoreMetrics::diskBytes);
    gauge(
        metrics,
        "pending_compaction_bytes",
        "About how much merging is outstanding",
        StoreMetrics::pendingCompactionBytes);
    gauge(metrics, "batches", "Batches written since opening", StoreMetrics::batchesWritten);
    gauge(metrics, "groups", "Synchronised writes since opening", StoreMetrics::groupsWritten);
  }

  private void gauge(
      Metrics metrics, String name, String description, ToDoubleFunction<StoreMetrics> value) {
    metrics.gauge(
        "orrery_store_" + name, description, store, s -> value.applyAsDouble(s.metrics()));
  }

  private Optional<String> storeFault() {
    return store.metrics().writable()
        ? Optional.empty()
        : Optional.of("a write failed; free or repair the disk, then restart");
  }

  /// For `/status`.
  Map<String, ?> status() {
    StoreMetrics metrics = store.metrics();
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("dataPath", dataPath);
    status.put("diskBytes", metrics.diskBytes());
    status.put("memtableBytes", metrics.memtableBytes());
    status.put("batchesWritten", metrics.batchesWritten());
    return status;
  }

  @Override
  public void close() {
    store.close();
  }
}
