// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.catalog.Database;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/// A database with its running containers, by name.
final class OpenDatabase {
  final ConcurrentNavigableMap<String, OpenContainer> containers = new ConcurrentSkipListMap<>();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile Database database;
  private volatile @Nullable SharedThroughput shared;

  OpenDatabase(Database database, @Nullable SharedThroughput shared) {
    this.database = database;
    this.shared = shared;
  }

  Database database() {
    return database;
  }

  /// What containers without own throughput spend from; null if the database has none.
  @Nullable SharedThroughput shared() {
    return shared;
  }

  /// Held by those who add a container: several at once, so that they share the catalog's writes.
  Lock adding() {
    return lock.readLock();
  }

  /// Held by whoever changes or deletes the database: nobody adds a container meanwhile.
  Lock changing() {
    return lock.writeLock();
  }

  void publish(Database newDatabase, @Nullable SharedThroughput newShared) {
    database = newDatabase;
    shared = newShared;
  }
}
