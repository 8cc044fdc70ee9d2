// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.query.ComputedProperty;
import io.orrery.model.json.Json;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.query.syntax.Query;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The policies of a container that are checked and kept, whatever uses them: conflict resolution,
/// geospatial, computed properties, vectors, full text. Each method puts one of them into what will
/// be shown.
final class PolicyBodies {
  private static final int COMPUTED_MAX = 20;
  private static final int VECTOR_DIMENSIONS_MAX = 4096;
  private static final int FLAT_DIMENSIONS_MAX = 505;
  private static final Set<String> RESERVED =
      Set.of("id", "_rid", "_ts", "_self", "_etag", "_attachments", "ttl");
  private static final List<String> VECTOR_DATA_TYPES =
      List.of("float32", "float16", "uint8", "int8");
  private static final List<String> DISTANCES = List.of("cosine", "dotproduct", "euclidean");

  private PolicyBodies() {}

  static void conflictResolution(Members container, Json shown) {
    Members policy =
        container
            .object("conflictResolutionPolicy")
            .orElseGet(() -> Members.of(Json.object().build()));
    String mode =
        policy.choice("mode", List.of("LastWriterWins", "Custom")).orElse("LastWriterWins");
    boolean lastWriter = mode.equals("LastWriterWins");
    String path = policy.text("conflictResolutionPath").orElse("");
    shown.put(
        "conflictResolutionPolicy",
        Json.object()
            .put("mode", mode)
            .put("conflictResolutionPath", lastWriter && path.isEmpty() ? "/_ts" : path)
            .put(
                "conflictResolutionProcedure",
                policy.text("conflictResolutionProcedure").orElse("")));
  }

  /// A plane has no end, so that an index on it needs to know its corners; the earth has its own.
  static void geospatial(Members container, IndexingBody indexing, Json shown) {
    String type =
        container
            .object("geospatialConfig")
            .flatMap(config -> config.choice("type", List.of("Geography", "Geometry")))
            .orElse("Geography");
    boolean plane = type.equals("Geometry");
    for (Members index : Members.of(indexing.shown()).objects("spatialIndexes")) {
      if (index.has("boundingBox") != plane) {
        throw Refusals.invalid(
            "The spatial index on %s must %s a boundingBox: the container's geospatial type is %s."
                .formatted(index.requireText("path"), plane ? "have" : "not have", type));
      }
    }
    shown.put("geospatialConfig", Json.object().put("type", type));
  }

  static void computedProperties(Members container, Json shown) {
    if (!container.has("computedProperties")) {
      return;
    }
    List<Members> properties = container.objects("computedProperties");
    if (properties.size() > COMPUTED_MAX) {
      throw Refusals.invalid(
          "A container has at most %d computed properties.".formatted(COMPUTED_MAX));
    }
    long names = properties.stream().map(each -> each.requireText("name")).distinct().count();
    if (names < properties.size()) {
      throw Refusals.invalid("Two computed properties have the same name.");
    }
    shown.put(
        "computedProperties", properties.stream().map(PolicyBodies::computedProperty).toList());
  }

  private static Value.Document computedProperty(Members property) {
    String name = property.requireText("name");
    String query = property.requireText("query").strip();
    if (name.isEmpty() || RESERVED.contains(name)) {
      throw Refusals.invalid("A computed property cannot be called '%s'.".formatted(name));
    }
    Query _ = ComputedProperty.parse(query); // Fails if it is none.
    return Json.object().put("name", name).put("query", query).build();
  }

  static void vectorEmbeddings(Members container, IndexingBody indexing, Json shown) {
    List<Members> embeddings =
        container
            .object("vectorEmbeddingPolicy")
            .map(policy -> policy.objects("vectorEmbeddings"))
            .orElse(List.of());
    if (container.has("vectorEmbeddingPolicy")) {
      shown.put(
          "vectorEmbeddingPolicy",
          Json.object()
              .put(
                  "vectorEmbeddings",
                  embeddings.stream().map(PolicyBodies::vectorEmbedding).toList()));
    }
    for (Members index : Members.of(indexing.shown()).objects("vectorIndexes")) {
      requireEmbedding(index, embeddings);
    }
  }

  private static Value.Document vectorEmbedding(Members embedding) {
    String path = embedding.requireText("path");
    PropertyPath.parse(path);
    long dimensions = embedding.integer("dimensions").orElse(0L);
    if (dimensions < 1 || dimensions > VECTOR_DIMENSIONS_MAX) {
      throw Refusals.invalid(
          "The property '%sdimensions' must be from 1 to %d."
              .formatted(embedding.where(), VECTOR_DIMENSIONS_MAX));
    }
    return Json.object()
        .put("path", path)
        .put("dataType", embedding.choice("dataType", VECTOR_DATA_TYPES).orElse("float32"))
        .put("dimensions", dimensions)
        .put("distanceFunction", embedding.choice("distanceFunction", DISTANCES).orElse("cosine"))
        .build();
  }

  private static void requireEmbedding(Members index, List<Members> embeddings) {
    String path = index.requireText("path");
    Members embedding =
        embeddings.stream()
            .filter(each -> each.requireText("path").equals(path))
            .findFirst()
            .orElseThrow(
                () ->
                    Refusals.invalid(
                        "The vector index on %s has no vector embedding of that path."
                            .formatted(path)));
    if (index.requireText("type").equals("flat")
        && embedding.integer("dimensions").orElse(0L) > FLAT_DIMENSIONS_MAX) {
      throw Refusals.invalid(
          "A flat vector index has at most %d dimensions.".formatted(FLAT_DIMENSIONS_MAX));
    }
  }

  static void fullText(Members container, IndexingBody indexing, Json shown) {
    Optional<Members> policy = container.object("fullTextPolicy");
    List<Members> entries = policy.map(each -> each.objects("fullTextPaths")).orElse(List.of());
    policy.ifPresent(
        each -> {
          Json kept = Json.object();
          each.text("defaultLanguage").ifPresent(text -> kept.put("defaultLanguage", text));
          kept.put("fullTextPaths", entries.stream().map(PolicyBodies::fullTextPath).toList());
          shown.put("fullTextPolicy", kept);
        });
    Set<String> paths =
        entries.stream().map(each -> each.requireText("path")).collect(Collectors.toSet());
    for (Members index : Members.of(indexing.shown()).objects("fullTextIndexes")) {
      String path = index.requireText("path");
      if (!paths.contains(path)) {
        throw Refusals.invalid(
            "The full-text index on %s has no full-text path of that name.".formatted(path));
      }
    }
  }

  private static Value.Document fullTextPath(Members entry) {
    String path = entry.requireText("path");
    PropertyPath.parse(path);
    Json shown = Json.object().put("path", path);
    entry.text("language").ifPresent(language -> shown.put("language", language));
    return shown.build();
  }
}
