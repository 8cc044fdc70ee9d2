// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.Database;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// A database with its running containers, by name.
final class OpenDatabase {
  final ConcurrentNavigableMap<String, OpenContainer> containers = new ConcurrentSkipListMap<>();
  private volatile Database database;
  private volatile @Nullable SharedThroughput budget;

  OpenDatabase(Database database, @Nullable SharedThroughput budget) {
    this.database = database;
    this.budget = budget;
  }

  Database database() {
    return database;
  }

  /// What containers without own throughput spend from; null if the database has none.
  @Nullable SharedThroughput budget() {
    return budget;
  }

  void publish(Database newDatabase, @Nullable SharedThroughput newBudget) {
    database = newDatabase;
    budget = newBudget;
  }
}
