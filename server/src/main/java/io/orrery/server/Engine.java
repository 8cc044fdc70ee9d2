// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.api.mongo.aggregate.PipelineLanguage;
import io.orrery.api.mongo.read.MongoLanguage;
import io.orrery.api.sql.items.query.QueryHost;
import io.orrery.control.ControlPlane;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.control.note.LocalNotes;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.GatewaySettings;
import io.orrery.gateway.observe.Observatory;
import io.orrery.gateway.observe.WorkloadSettings;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.service.Buckets;
import io.orrery.plan.program.Languages;
import io.orrery.query.lower.SqlLanguage;
import io.orrery.script.ScriptLimits;
import io.orrery.script.Scripts;
import io.orrery.server.health.Metrics;
import io.orrery.server.health.Readiness;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.PrivateFiles;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import io.orrery.storage.StoreMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rooms of the database, put together by hand: the store at the bottom, the control plane on
/// it, the gateway in front. Closed from the top down.
final class Engine implements AutoCloseable {
  private static final int FAULTS_TOLD = 5;

  /// Requests, answers and queries have their shares as well.
  private static final int ITEM_CACHE_HEAP_SHARE = 6;

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Store store;
  private final String dataPath;
  private final ControlPlane plane;
  private final Observatory observatory;
  private final Gateway gateway;
  private final Observation observation;
  private final Scripts scripts;
  private final List<AutoCloseable> companions = new CopyOnWriteArrayList<>();

  private Engine(Store store, String dataPath, Settings settings, Transport transport) {
    Limits limits = KnownSettings.limits(settings);
    boolean throttling = settings.value(KnownSettings.THROTTLING);
    InstantSource clock = SystemTime.CLOCK;
    this.store = store;
    this.dataPath = dataPath;
    this.scripts = new Scripts(ScriptLimits.standard(), SystemTime.TICKER);
    Languages languages =
        new Languages(
            List.of(
                new SqlLanguage(new QueryHost(scripts, clock)),
                new MongoLanguage(),
                new PipelineLanguage()));
    ComputeShare share = ComputeShare.of(limits, SystemTime.TICKER, Carriers.forComputing());
    this.plane =
        ControlPlane.open(
            transport.catalog(StoredCatalog.open(store)),
            transport.host(
                new LocalHost(
                    store,
                    limits,
                    new Buckets(SystemTime.TICKER, throttling),
                    new FragmentExecutor(languages, limits, share))),
            new ControlPlane.Options(limits, clock, SystemTime.TICKER));
    this.observatory = Observatory.of(workload(settings), limits, clock);
    this.gateway =
        new Gateway(
            plane,
            new GatewaySettings(
                limits, clock, SystemTime.TICKER, share, Optional.of(new LocalNotes(store))),
            languages,
            observatory);
    this.observation = new Observation(plane, gateway, observatory, clock);
  }

  /// @throws io.orrery.model.OrreryException if a limit makes no sense, or the data directory is
  ///   locked, damaged or of another version
  static Engine open(Settings settings, Transport transport) {
    if (settings.value(KnownSettings.IN_MEMORY)) {
      return over(new MemoryStore(), "in memory", settings, transport);
    }
    Path dataPath = settings.value(KnownSettings.DATA_PATH).toAbsolutePath().normalize();
    keepToOwner(dataPath);
    Store store = RocksStore.open(storeDirectory(dataPath), rocksSettings(settings));
    return over(store, dataPath.toString(), settings, transport);
  }

  /// What is inside has directories of its own, so a data path that belongs to somebody else, such
  /// as a mounted volume, is no reason not to start.
  private static void keepToOwner(Path dataPath) {
    try {
      if (Files.isDirectory(dataPath) && PrivateFiles.tighten(dataPath)) {
        LOG.warn(
            "{} was open to other users of this machine; it is its owner's only now", dataPath);
      }
    } catch (IOException e) {
      LOG.warn("{} cannot be kept from other users of this machine ({})", dataPath, e.toString());
    }
  }

  private static Engine over(Store store, String dataPath, Settings settings, Transport transport) {
    try {
      return new Engine(store, dataPath, settings, transport);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /// The store's own directory: beside it the data directory has room for other things.
  static Path storeDirectory(Path dataPath) {
    return dataPath.resolve("store");
  }

  private static RocksSettings rocksSettings(Settings settings) {
    RocksSettings defaults = RocksSettings.DEFAULT;
    return new RocksSettings(
        settings.value(KnownSettings.BLOCK_CACHE_BYTES),
        Math.min(
            settings.value(KnownSettings.ITEM_CACHE_BYTES),
            Runtime.getRuntime().maxMemory() / ITEM_CACHE_HEAP_SHARE),
        settings.value(KnownSettings.MEMTABLE_BYTES),
        defaults.logBytesMax(),
        defaults.backgroundThreads(),
        defaults.openFilesMax());
  }

  private static WorkloadSettings workload(Settings settings) {
    return new WorkloadSettings(
        settings.value(KnownSettings.WORKLOAD_RECORD),
        settings.value(KnownSettings.WORKLOAD_SAMPLE_RATE),
        settings.value(KnownSettings.WORKLOAD_KEEP_HOURS));
  }

  /// What has seen all requests.
  Observatory observatory() {
    return observatory;
  }

  /// The one way to data, for the doors.
  Gateway gateway() {
    return gateway;
  }

  /// What runs stored procedures, triggers and functions; idle until one comes.
  Scripts scripts() {
    return scripts;
  }

  /// Databases, containers, throughput and access, for the doors.
  ControlPlane plane() {
    return plane;
  }

  /// Tells what has to work, and which numbers there are.
  void register(Readiness readiness, Metrics metrics) {
    readiness.add("store", this::storeFault);
    readiness.add("partitions", () -> told(plane.partitionFaults()));
    readiness.add("background", () -> told(plane.backgroundFaults()));
    metrics.add(new PartitionMetrics(plane));
    metrics.add(new SplitMetrics(plane));
    metrics.add(new RequestMetrics(plane, gateway, observatory));
    gauge(metrics, "block_cache_bytes", "In the block cache", StoreMetrics::blockCacheBytes);
    gauge(metrics, "item_cache_bytes", "In the item cache", StoreMetrics::itemCacheBytes);
    gauge(metrics, "memtable_bytes", "Written, not yet flushed", StoreMetrics::memtableBytes);
    gauge(metrics, "disk_bytes", "In files of sorted keys", StoreMetrics::diskBytes);
    gauge(
        metrics,
        "pending_compaction_bytes",
        "About how much merging is outstanding",
        StoreMetrics::pendingCompactionBytes);
    gauge(metrics, "batches", "Batches written since opening", StoreMetrics::batchesWritten);
    gauge(
        metrics,
        "damaged_reads",
        "Reads that met damaged data since opening",
        StoreMetrics::damagedReads);
    gauge(metrics, "groups", "Synchronised writes since opening", StoreMetrics::groupsWritten);
  }

  private void gauge(
      Metrics metrics, String name, String description, ToDoubleFunction<StoreMetrics> value) {
    metrics.gauge(
        "orrery_store_" + name, description, store, s -> value.applyAsDouble(s.metrics()));
  }

  /// The first few; their number tells of the rest.
  private static Optional<String> told(List<String> faults) {
    if (faults.isEmpty()) {
      return Optional.empty();
    }
    String first = String.join("; ", faults.subList(0, Math.min(faults.size(), FAULTS_TOLD)));
    return Optional.of(
        faults.size() <= FAULTS_TOLD ? first : "%s; %d in all".formatted(first, faults.size()));
  }

  private Optional<String> storeFault() {
    StoreMetrics metrics = store.metrics();
    if (!metrics.writable()) {
      return Optional.of("a write failed; free or repair the disk, then restart");
    }
    return metrics.damagedReads() == 0
        ? Optional.empty()
        : Optional.of(
            "damaged data was met by %d reads; the log says where; restore a backup"
                .formatted(metrics.damagedReads()));
  }

  /// For `/status`.
  Map<String, ?> status() {
    StoreMetrics metrics = store.metrics();
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("dataPath", dataPath);
    status.put("diskBytes", metrics.diskBytes());
    status.put("memtableBytes", metrics.memtableBytes());
    status.put("batchesWritten", metrics.batchesWritten());
    status.put("databases", plane.databases().size());
    status.put("containers", plane.containers().size());
    status.put(
        "partitions",
        plane.containers().stream()
            .mapToInt(open -> open.container().partitions().online().size())
            .sum());
    return status;
  }

  /// What the process takes of the machine, for people who look at charts.
  Map<String, Long> vitals() {
    StoreMetrics metrics = store.metrics();
    Runtime runtime = Runtime.getRuntime();
    Map<String, Long> vitals = new LinkedHashMap<>();
    vitals.put("heapUsedBytes", runtime.totalMemory() - runtime.freeMemory());
    vitals.put("heapMaxBytes", runtime.maxMemory());
    vitals.put("diskBytes", metrics.diskBytes());
    vitals.put("memtableBytes", metrics.memtableBytes());
    vitals.put("blockCacheBytes", metrics.blockCacheBytes());
    return vitals;
  }

  /// Something that works on the engine, and ends before it does.
  void closeWith(AutoCloseable companion) {
    companions.add(companion);
  }

  @Override
  public void close() {
    for (AutoCloseable companion : companions) {
      try {
        companion.close();
      } catch (Exception e) {
        LOG.warn("something did not end with the engine", e);
      }
    }
    observation.close();
    scripts.close();
    plane.close();
    store.close();
  }
}
