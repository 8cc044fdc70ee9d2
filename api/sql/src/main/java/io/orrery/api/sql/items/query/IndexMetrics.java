// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.gateway.query.Explanation;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// Which indexes a query used and which it could use, as SDKs print it, and how it ran, as our own
/// command line does.
final class IndexMetrics {
  private static final String IMPACT = "High";
  private static final double NANOS_PER_MILLI = 1e6;

  private IndexMetrics() {}

  static String base64(Explanation explanation) {
    return Base64.getEncoder().encodeToString(text(explanation).getBytes(StandardCharsets.UTF_8));
  }

  static String text(Explanation explanation) {
    List<Value.Document> single =
        explanation.utilized().stream()
            .filter(paths -> paths.size() == 1)
            .map(paths -> index(paths.getFirst()))
            .toList();
    List<Value.Document> composite =
        explanation.utilized().stream()
            .filter(paths -> paths.size() > 1)
            .map(IndexMetrics::composite)
            .toList();
    return ascii(
        Json.text(
            Json.object()
                .put("UtilizedSingleIndexes", single)
                .put(
                    "PotentialSingleIndexes",
                    explanation.potential().stream().map(IndexMetrics::index).toList())
                .put("UtilizedCompositeIndexes", composite)
                .put("PotentialCompositeIndexes", List.of())
                .build()));
  }

  /// JSON that a header can hold.
  private static String ascii(String json) {
    StringBuilder text = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char next = json.charAt(i);
      if (next < 128) {
        text.append(next);
      } else {
        text.append("\\u%04x".formatted((int) next));
      }
    }
    return text.toString();
  }

  private static Value.Document index(String path) {
    return Json.object()
        .put("FilterExpression", "")
        .put("IndexSpec", path)
        .put("FilterPreciseSet", true)
        .put("IndexPreciseSet", true)
        .put("IndexImpactScore", IMPACT)
        .build();
  }

  private static Value.Document composite(List<String> paths) {
    return Json.object()
        .put("IndexSpecs", Json.texts(paths))
        .put("IndexPreciseSet", true)
        .put("IndexImpactScore", IMPACT)
        .build();
  }

  static String explanation(Explanation explanation) {
    List<Value.Document> partitions =
        explanation.partitions().stream().map(IndexMetrics::touched).toList();
    return ascii(
        Json.text(
            Json.object()
                .put("access", explanation.access())
                .put("partitions", partitions)
                .build()));
  }

  private static Value.Document touched(Explanation.Touched partition) {
    return Json.object()
        .put("id", Integer.toString(partition.ordinal()))
        .put("entries", partition.entries())
        .put("items", partition.items())
        .put("bytes", partition.bytes())
        .put("returned", partition.returned())
        .put("milliseconds", new Value.Float64(partition.nanos() / NANOS_PER_MILLI))
        .put("requestUnits", new Value.Float64(partition.charge().units()))
        .build();
  }
}
