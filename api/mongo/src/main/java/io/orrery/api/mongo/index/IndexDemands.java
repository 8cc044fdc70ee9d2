// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.text.TextIndex;
import io.orrery.model.value.Value;
import io.orrery.plan.derive.PathValues;
import io.orrery.plan.derive.TextFields;
import io.orrery.plan.derive.TextLanguage;
import io.orrery.plan.geo.GeoValues;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What the indexes of a collection demand of its documents: a document that one of them could not
/// find again is not written.
public final class IndexDemands {

  /// What one index demands.
  ///
  /// @param partial which documents the index has
  private record Demand(Filter partial, Consumer<Value.Document> check) {}

  private static final Value SPHERE = new Value.Text("2dsphere");

  private final List<Demand> demands;

  private IndexDemands(List<Demand> demands) {
    this.demands = List.copyOf(demands);
  }

  public static IndexDemands of(List<IndexSpec> specs) {
    return new IndexDemands(
        specs.stream().map(IndexDemands::of).flatMap(Optional::stream).toList());
  }

  private static Optional<Demand> of(IndexSpec spec) {
    Optional<TextIndex> words = TextIndex.of(spec.key(), spec.more());
    if (words.isPresent()) {
      return Optional.of(
          new Demand(partial(spec), document -> requireLanguages(words.get(), document)));
    }
    return IndexKinds.places(spec.key())
        .filter(path -> spec.key().property(path).equals(SPHERE))
        .map(path -> List.of(path.split("\\.", -1)))
        .map(path -> new Demand(partial(spec), document -> requireShapes(path, document)));
  }

  private static Filter partial(IndexSpec spec) {
    return spec.partialFilter().map(FilterReader::read).orElse(Filter.ALL);
  }

  /// Whether any document will do.
  public boolean isEmpty() {
    return demands.isEmpty();
  }

  /// Fails with the code of what a document has that an index cannot take.
  public void require(Value.Document document) {
    for (Demand demand : demands) {
      if (Matching.matches(demand.partial(), document)) {
        demand.check().accept(document);
      }
    }
  }

  private static void requireShapes(List<String> path, Value.Document document) {
    PathValues.each(
        document,
        path,
        value -> {
          if (!GeoValues.isNothingElse(value)) {
            throw MongoFailure.at(
                16755,
                "Can't extract geo keys: the field %s is no GeoJSON and no pair of longitude and latitude"
                    .formatted(String.join(".", path)));
          }
        });
  }

  private static void requireLanguages(TextIndex index, Value.Document document) {
    TextFields.each(
        document,
        index.paths(),
        index.languages(),
        new TextFields.TextSink() {
          @Override
          public void text(String path, String text, String language) {
            // Any text will do.
          }

          @Override
          public void language(Value named) {
            requireLanguage(named);
          }
        });
  }

  private static void requireLanguage(Value named) {
    if (!(named instanceof Value.Text(String name))) {
      throw MongoFailure.at(
          17261, "found language override field in document with non-string type");
    }
    if (TextLanguage.find(name).isEmpty()) {
      throw MongoFailure.at(17262, "language override unsupported: " + name);
    }
  }
}
