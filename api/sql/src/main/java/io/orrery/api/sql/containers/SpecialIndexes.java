// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.json.Json;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.util.List;

/// The spatial, vector and full-text indexes of an indexing policy: checked and kept.
final class SpecialIndexes {
  private static final List<String> GEOMETRIES =
      List.of("Point", "LineString", "Polygon", "MultiPolygon");
  private static final List<String> VECTOR_TYPES = List.of("flat", "quantizedFlat", "diskANN");
  private static final List<String> CORNERS = List.of("xmin", "ymin", "xmax", "ymax");

  private SpecialIndexes() {}

  /// Copies what the policy says into what will be shown.
  static void copy(Members policy, Json shown) {
    if (policy.has("spatialIndexes")) {
      shown.put(
          "spatialIndexes",
          policy.objects("spatialIndexes").stream().map(SpecialIndexes::spatial).toList());
    }
    if (policy.has("vectorIndexes")) {
      shown.put(
          "vectorIndexes",
          policy.objects("vectorIndexes").stream().map(SpecialIndexes::vector).toList());
    }
    if (policy.has("fullTextIndexes")) {
      shown.put(
          "fullTextIndexes",
          policy.objects("fullTextIndexes").stream().map(SpecialIndexes::fullText).toList());
    }
  }

  private static Value.Document spatial(Members index) {
    String path = index.requireText("path");
    IndexPath.parse(path);
    List<String> types =
        index.has("types")
            ? index.texts("types").stream().map(SpecialIndexes::geometry).toList()
            : GEOMETRIES;
    Json shown = Json.object().put("path", path).put("types", Json.texts(types));
    index.object("boundingBox").ifPresent(box -> shown.put("boundingBox", boundingBox(box)));
    return shown.build();
  }

  private static String geometry(String type) {
    return GEOMETRIES.stream()
        .filter(each -> each.equalsIgnoreCase(type))
        .findFirst()
        .orElseThrow(
            () ->
                Refusals.invalid(
                    "The spatial type '%s' is none of %s."
                        .formatted(type, String.join(", ", GEOMETRIES))));
  }

  private static Json boundingBox(Members box) {
    Json shown = Json.object();
    for (String corner : CORNERS) {
      Value value = box.document().property(corner);
      if (!value.kind().isNumber()) {
        throw Refusals.invalid(
            "The property '%s%s' must be a number.".formatted(box.where(), corner));
      }
      shown.put(corner, value);
    }
    return shown;
  }

  private static Value.Document vector(Members index) {
    String path = index.requireText("path");
    PropertyPath.parse(path);
    String type =
        index
            .choice("type", VECTOR_TYPES)
            .orElseThrow(() -> Refusals.invalid("A vector index needs a 'type'."));
    Json shown = Json.object().put("path", path).put("type", type);
    copyInteger(index, shown, "quantizationByteSize", 1, 512);
    copyInteger(index, shown, "indexingSearchListSize", 25, 500);
    index
        .choice("quantizerType", List.of("product", "spherical"))
        .ifPresent(quantizer -> shown.put("quantizerType", quantizer));
    if (index.has("vectorIndexShardKey") || index.has("vectorIndexShardKeys")) {
      throw Refusals.notSupported("sharded vector indexes (vectorIndexShardKey)");
    }
    return shown.build();
  }

  private static void copyInteger(Members index, Json shown, String name, long min, long max) {
    index
        .integer(name)
        .ifPresent(
            value -> {
              if (value < min || value > max) {
                throw Refusals.invalid(
                    "The property '%s%s' must be from %d to %d."
                        .formatted(index.where(), name, min, max));
              }
              shown.put(name, value);
            });
  }

  private static Value.Document fullText(Members index) {
    String path = index.requireText("path");
    PropertyPath.parse(path);
    return Json.object().put("path", path).build();
  }
}
