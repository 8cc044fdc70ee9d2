// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The databases and containers that serve requests. What the catalog has is here as soon as its
/// partitions are, and gone from here before they are dropped. Looking something up never waits.
final class Registry {
  private final ConcurrentNavigableMap<String, OpenDatabase> databases =
      new ConcurrentSkipListMap<>();
  private final ConcurrentNavigableMap<Integer, OpenContainer> containers =
      new ConcurrentSkipListMap<>();

  void add(OpenDatabase database) {
    databases.put(database.database().name(), database);
  }

  void add(OpenDatabase owner, OpenContainer open) {
    owner.containers.put(open.container().name(), open);
    containers.put(open.container().number(), open);
  }

  /// Unless its name belongs to another by now.
  void remove(OpenDatabase database) {
    databases.remove(database.database().name(), database);
  }

  /// Unless its name belongs to another by now.
  void remove(OpenDatabase owner, OpenContainer open) {
    owner.containers.remove(open.container().name(), open);
    containers.remove(open.container().number(), open);
  }

  /// Shows a container under another name. Whoever had that name is not found from now on; nobody
  /// sees the name without a container.
  void rename(OpenDatabase owner, OpenContainer open, String before) {
    owner.containers.put(open.container().name(), open);
    owner.containers.remove(before, open);
  }

  List<OpenDatabase> databases() {
    return List.copyOf(databases.values());
  }

  List<OpenContainer> containers() {
    return List.copyOf(containers.values());
  }

  @Nullable OpenDatabase find(String database) {
    return databases.get(database);
  }

  @Nullable OpenContainer find(int container) {
    return containers.get(container);
  }

  /// Fails with the code if there is no such database.
  OpenDatabase require(String database, ErrorCode code) {
    OpenDatabase open = databases.get(database);
    if (open == null) {
      throw new OrreryException(code, "There is no database %s.".formatted(database));
    }
    return open;
  }

  /// Fails with NOT_FOUND.
  static OpenContainer requireContainer(OpenDatabase owner, String name) {
    OpenContainer container = owner.containers.get(name);
    if (container == null) {
      throw noContainer(owner, name);
    }
    return container;
  }

  static OrreryException noContainer(OpenDatabase owner, String name) {
    return new OrreryException(
        ErrorCode.NOT_FOUND,
        "The database %s has no container %s.".formatted(owner.database().name(), name));
  }

  OpenDatabase databaseOf(Container container) {
    return databases.values().stream()
        .filter(open -> open.database().number() == container.database())
        .findFirst()
        .orElseThrow(
            () ->
                OrreryException.corrupted(
                    "the container %s belongs to no database".formatted(container.name())));
  }
}
