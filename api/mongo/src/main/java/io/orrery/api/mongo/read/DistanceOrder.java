// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.geo.GeoTest;
import io.orrery.api.mongo.geo.NearPoint;
import io.orrery.api.mongo.geo.NearSpec;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The order of a find with `$near`: the nearest first. It stands in the order of the find, under a
/// name that no client can send, so that partitions know it.
public final class DistanceOrder {
  static final String NAME = "\0near";

  private static final Value SCORE =
      new Value.Document(new LinkedHashMap<>(Map.of("$meta", new Value.Text("textScore"))));

  private DistanceOrder() {}

  /// A field that is near to something.
  record NearField(DocumentPath path, NearPoint near) implements SortOrder.Ranking {

    @Override
    public Value of(Value document) {
      double[] least = {Double.POSITIVE_INFINITY};
      boolean _ =
          path.any(
              document,
              value -> {
                least[0] = Math.min(least[0], near.distance(value));
                return false;
              });
      return new Value.Float64(least[0]);
    }
  }

  private static Optional<NearField> find(Filter filter) {
    return switch (filter) {
      case Filter.And(List<Filter> parts) ->
          parts.stream().map(DistanceOrder::find).flatMap(Optional::stream).findFirst();
      case Filter.Field(DocumentPath path, Test.Every(List<Test> tests)) ->
          tests.stream()
              .map(test -> find(new Filter.Field(path, test)))
              .flatMap(Optional::stream)
              .findFirst();
      case Filter.Field(DocumentPath path, Test.Located(GeoTest.Near(NearPoint near))) ->
          Optional.of(new NearField(path, near));
      case Filter.Field _,
          Filter.Or _,
          Filter.Nor _,
          Filter.Computed _,
          Filter.Schema _,
          Filter.Words _,
          Filter.Keys _ ->
          Optional.empty();
    };
  }

  /// A selection whose order is by distance, if its filter asks for that and it has no other.
  public static Selection in(Selection selection, Filter filter) {
    Optional<NearField> near =
        selection.sort().properties().isEmpty() ? find(filter) : Optional.empty();
    return near.map(
            field ->
                new Selection(
                    selection.filter(),
                    order(field),
                    selection.skip(),
                    selection.limit(),
                    selection.hint()))
        .orElse(selection);
  }

  /// Fails with code 291, as MongoDB does, if a filter with `$near` has no index of places.
  static void require(Filter filter, CollectionIndexes indexes) {
    find(filter)
        .ifPresent(
            field -> {
              if (indexes.specs().stream()
                  .noneMatch(spec -> !spec.hidden() && spec.hasPlaces(field.path().text()))) {
                throw MongoFailure.at(
                    291,
                    "error processing query: planner returned error: unable to find index for"
                        + " $geoNear query");
              }
            });
  }

  private static Value.Document order(NearField field) {
    LinkedHashMap<String, Value> spec = new LinkedHashMap<>();
    spec.put("path", new Value.Text(field.path().text()));
    spec.put("near", NearSpec.of(field.near()));
    LinkedHashMap<String, Value> order = new LinkedHashMap<>();
    order.put(NAME, new Value.Document(spec));
    return new Value.Document(order);
  }

  static NearField read(Value order) {
    if (order instanceof Value.Document spec
        && spec.property("path") instanceof Value.Text(String path)) {
      return new NearField(DocumentPath.of(path), NearSpec.read(spec.property("near")));
    }
    throw OrreryException.corrupted("an order by distance has other parts");
  }

  /// The order as clients are told it.
  static Value.Document told(Value.Document sort) {
    LinkedHashMap<String, Value> told = new LinkedHashMap<>();
    sort.properties()
        .forEach(
            (name, value) -> {
              if (!name.equals(NAME)) {
                told.put(name, value instanceof Value.Document ? SCORE : value);
              }
            });
    return new Value.Document(told);
  }
}
