// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.json.Json;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `indexingPolicy`, with the service's defaults filled in.
///
/// @param composites the paths of composite indexes; they get their ids from [CompositeIds]
/// @param shown as clients see it
record IndexingBody(
    boolean enabled,
    List<IndexPath> included,
    List<IndexPath> excluded,
    List<List<CompositeIndex.Part>> composites,
    Value.Document shown) {
  private static final String ROOT = "/*";
  private static final String ETAG_TEXT = "/\"_etag\"/?";
  private static final IndexPath ETAG = IndexPath.parse(ETAG_TEXT);
  private static final List<String> KINDS = List.of("Range", "Hash", "Spatial");
  private static final List<String> DATA_TYPES =
      List.of("Number", "String", "Point", "Polygon", "LineString", "MultiPolygon");

  static IndexingBody parse(Members container) {
    Members policy =
        container.object("indexingPolicy").orElseGet(() -> Members.of(Json.object().build()));
    String mode =
        policy.choice("indexingMode", List.of("consistent", "lazy", "none")).orElse("consistent");
    boolean enabled = !mode.equals("none");
    boolean automatic = policy.truth("automatic").orElse(enabled);
    if (enabled && !automatic) {
      throw Refusals.notSupported("indexingPolicy.automatic = false");
    }
    if (mode.equals("lazy")) {
      throw Refusals.notSupported("indexingMode lazy; use consistent");
    }
    List<Value.Document> included = included(policy, enabled);
    List<Value.Document> excluded = excluded(policy, included, enabled);
    Json shown =
        Json.object()
            .put("indexingMode", mode)
            .put("automatic", automatic)
            .put("includedPaths", included)
            .put("excludedPaths", excluded);
    List<List<CompositeIndex.Part>> composites = composites(policy, shown);
    SpecialIndexes.copy(policy, shown);
    IndexingBody body =
        new IndexingBody(enabled, paths(included), paths(excluded), composites, shown.build());
    body.requireRoot();
    return body;
  }

  private void requireRoot() {
    if (enabled && !included.contains(IndexPath.ALL) && !excluded.contains(IndexPath.ALL)) {
      throw Refusals.invalid(
          "The special mandatory indexing path \"/\" is not provided in any of the path type sets."
              + " Please provide this path in one of the sets.");
    }
  }

  private static List<Value.Document> included(Members policy, boolean enabled) {
    if (enabled && !policy.has("includedPaths") && !excludesRoot(policy)) {
      return List.of(Json.object().put("path", ROOT).build());
    }
    return policy.objects("includedPaths").stream().map(IndexingBody::includedPath).toList();
  }

  private static boolean excludesRoot(Members policy) {
    return policy.objects("excludedPaths").stream()
        .anyMatch(path -> normal(path.requireText("path")).equals(ROOT));
  }

  private static Value.Document includedPath(Members path) {
    Json shown = Json.object().put("path", normal(path.requireText("path")));
    if (path.has("indexes")) {
      shown.put("indexes", path.objects("indexes").stream().map(IndexingBody::index).toList());
    }
    return shown.build();
  }

  private static Value.Document index(Members index) {
    Json shown =
        Json.object()
            .put("kind", index.choice("kind", KINDS).orElse("Range"))
            .put("dataType", index.choice("dataType", DATA_TYPES).orElse("String"));
    index.integer("precision").ifPresent(precision -> shown.put("precision", precision));
    return shown.build();
  }

  /// The etag changes with every write and is never searched for, so it is excluded unless the
  /// policy says something about it itself.
  private static List<Value.Document> excluded(
      Members policy, List<Value.Document> included, boolean enabled) {
    List<Value.Document> excluded = new ArrayList<>();
    for (Members path : policy.objects("excludedPaths")) {
      excluded.add(Json.object().put("path", normal(path.requireText("path"))).build());
    }
    boolean mentioned = paths(included).contains(ETAG) || paths(excluded).contains(ETAG);
    if (enabled && !mentioned) {
      excluded.add(Json.object().put("path", ETAG_TEXT).build());
    }
    return excluded;
  }

  /// Old clients write the root without its star.
  private static String normal(String path) {
    return path.equals("/") ? ROOT : path;
  }

  private static List<IndexPath> paths(List<Value.Document> documents) {
    return documents.stream()
        .map(document -> IndexPath.parse(Members.of(document).requireText("path")))
        .toList();
  }

  private static List<List<CompositeIndex.Part>> composites(Members policy, Json shown) {
    List<List<CompositeIndex.Part>> composites = new ArrayList<>();
    List<Value> arrays = new ArrayList<>();
    for (Value element : policy.array("compositeIndexes")) {
      Members wrapper =
          new Members(Json.object().put("compositeIndexes", element).build(), policy.where());
      List<CompositeIndex.Part> parts = new ArrayList<>();
      List<Value> shownParts = new ArrayList<>();
      for (Members part : wrapper.objects("compositeIndexes")) {
        String order = part.choice("order", List.of("ascending", "descending")).orElse("ascending");
        String path = part.requireText("path");
        parts.add(new CompositeIndex.Part(PropertyPath.parse(path), order.equals("descending")));
        shownParts.add(Json.object().put("path", path).put("order", order).build());
      }
      if (parts.size() < 2) {
        throw Refusals.invalid("A composite index must have at least two paths.");
      }
      composites.add(parts);
      arrays.add(new Value.Array(shownParts));
    }
    if (policy.has("compositeIndexes")) {
      shown.put("compositeIndexes", arrays);
    }
    return composites;
  }

  /// What the member of the shown policy says, for policies that refer to it.
  Optional<Value> shown(String member) {
    return Members.of(shown).find(member);
  }
}
