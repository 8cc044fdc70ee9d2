// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.model.Limits;
import io.orrery.model.ResourceName;
import io.orrery.model.catalog.ResourceContent;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.catalog.StoredScript;
import io.orrery.model.catalog.StoredScript.Kind;
import io.orrery.model.catalog.StoredScript.Trigger;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The stored procedures, triggers and user-defined functions of all containers, as their authors
/// sent them. What they do when they run is nobody's business here.
public final class ScriptStore {
  private final NamedResources<StoredScript> scripts;
  private final Limits limits;

  public ScriptStore(CatalogClient catalog, Limits limits) {
    this.scripts = new NamedResources<>(catalog, StoredScript.class, "script");
    this.limits = limits;
  }

  /// The scripts of a kind, by name.
  public List<StoredScript> all(int container, Kind kind) {
    return scripts.all(new Siblings.Scripts(container, kind)).stream()
        .sorted(Comparator.comparing(StoredScript::name))
        .toList();
  }

  public Optional<StoredScript> find(int container, Kind kind, String name) {
    return scripts.find(new Siblings.Scripts(container, kind), name);
  }

  public Optional<StoredScript> find(int container, Kind kind, int number) {
    return scripts.find(new Siblings.Scripts(container, kind), number);
  }

  /// Fails with CONFLICT if the container has one of this kind and name, with LIMIT_EXCEEDED if it
  /// has as many as it may.
  public StoredScript create(
      int container, Kind kind, String name, String body, @Nullable Trigger trigger) {
    ResourceName.requireScript(name, limits);
    return scripts.create(
        new Siblings.Scripts(container, kind),
        name,
        new ResourceContent.Source(body, trigger),
        max(kind));
  }

  /// Fails with CONFLICT if there is another of the new name.
  public StoredScript replace(
      StoredScript script, String name, String body, @Nullable Trigger trigger) {
    ResourceName.requireScript(name, limits);
    return scripts.replace(script, name, new ResourceContent.Source(body, trigger));
  }

  public void delete(StoredScript script) {
    scripts.delete(script);
  }

  private int max(Kind kind) {
    return switch (kind) {
      case STORED_PROCEDURE -> limits.storedProcedures();
      case TRIGGER -> limits.triggers();
      case USER_DEFINED_FUNCTION -> limits.userDefinedFunctions();
    };
  }
}
