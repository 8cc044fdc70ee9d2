// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.geo.GeoOperators;
import io.orrery.api.mongo.geo.NearPoint;
import io.orrery.api.mongo.geo.NearPoint.Measure;
import io.orrery.api.mongo.geo.NearSpec;
import io.orrery.api.mongo.index.CollectionIndexes;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import io.orrery.plan.geo.Coordinates;
import io.orrery.plan.geo.GeoShape;
import io.orrery.plan.geo.GeoValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `$geoNear` written out: a `$match` of what is near, a `$set` of how near it is, and a `$sort` by
/// that.
final class GeoNearExpansion {
  private static final Value ONE = new Value.Int32(1);
  private static final Set<String> OPTIONS =
      Set.of(
          "near",
          "distanceField",
          "spherical",
          "maxDistance",
          "minDistance",
          "query",
          "distanceMultiplier",
          "includeLocs",
          "uniqueDocs",
          "key");

  private GeoNearExpansion() {}

  static boolean isFirst(List<Value.Document> stages) {
    return !stages.isEmpty() && RowStages.only(stages.getFirst()).getKey().equals("$geoNear");
  }

  /// @param indexes of the collection, one of which has to be of places
  static List<Value.Document> expand(List<Value.Document> stages, CollectionIndexes indexes) {
    Value.Document options =
        RowStages.object(
            RowStages.only(stages.getFirst()).getValue(),
            10003,
            "$geoNear argument must be an object");
    for (String option : options.properties().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw MongoFailure.at(
            40415, "BSON field '$geoNear.%s' is an unknown field.".formatted(option));
      }
    }
    if (!(options.property("distanceField") instanceof Value.Text(String distanceField))) {
      throw MongoFailure.at(16606, "$geoNear requires a 'distanceField' option as a String");
    }
    String path = path(options, indexes);
    NearPoint near = near(options);
    List<Value> filters = new ArrayList<>();
    filters.add(
        StageExpansion.document(path, StageExpansion.document(NearSpec.NAME, NearSpec.of(near))));
    if (options.property("query") instanceof Value.Document query) {
      filters.add(query);
    }
    List<Value.Document> all = new ArrayList<>();
    all.add(
        StageExpansion.document(
            "$match", StageExpansion.document("$and", new Value.Array(filters))));
    all.add(added(options, distanceField, path, near));
    all.add(StageExpansion.document("$sort", StageExpansion.document(distanceField, ONE)));
    all.addAll(stages.subList(1, stages.size()));
    return all;
  }

  private static Value.Document added(
      Value.Document options, String distanceField, String path, NearPoint near) {
    Value field = new Value.Text("$" + path);
    Value factor = options.property("distanceMultiplier");
    Value distance =
        StageExpansion.document(
            NearSpec.NAME,
            StageExpansion.document(
                "near",
                NearSpec.of(near),
                "field",
                field,
                "factor",
                factor.kind().isNumber() ? factor : ONE));
    return StageExpansion.document(
        "$set",
        options.property("includeLocs") instanceof Value.Text(String locations)
            ? StageExpansion.document(distanceField, distance, locations, field)
            : StageExpansion.document(distanceField, distance));
  }

  private static String path(Value.Document options, CollectionIndexes indexes) {
    List<String> paths =
        indexes.specs().stream()
            .filter(spec -> !spec.hidden())
            .map(spec -> spec.places())
            .flatMap(Optional::stream)
            .distinct()
            .toList();
    if (options.property("key") instanceof Value.Text(String key)) {
      if (!paths.contains(key)) {
        throw noIndex();
      }
      return key;
    }
    if (paths.isEmpty()) {
      throw noIndex();
    }
    if (paths.size() > 1) {
      throw new MongoFailure(
          MongoError.INDEX_NOT_FOUND,
          "There is more than one 2d or 2dsphere index; unsure which to use for $geoNear");
    }
    return paths.getFirst();
  }

  private static MongoFailure noIndex() {
    return new MongoFailure(
        MongoError.INDEX_NOT_FOUND,
        "$geoNear requires a 2d or 2dsphere index, but none were found");
  }

  private static NearPoint near(Value.Document options) {
    Value given = options.property("near");
    if (given == Value.Undefined.UNDEFINED) {
      throw MongoFailure.at(5860400, "$geoNear requires a 'near' argument");
    }
    Optional<Coordinates> pair = GeoValues.pair(given);
    if (pair.isEmpty()) {
      GeoShape shape = GeoOperators.shape(given);
      if (!shape.isPoint()) {
        throw new MongoFailure(MongoError.BAD_VALUE, "$geoNear requires a point");
      }
      return near(shape.points().getFirst(), Measure.METERS, options);
    }
    boolean sphere = options.property("spherical") == Value.Bool.TRUE;
    return near(pair.get(), sphere ? Measure.RADIANS : Measure.PLANE, options);
  }

  private static NearPoint near(Coordinates center, Measure measure, Value.Document options) {
    return new NearPoint(
        center,
        measure,
        distance(options, "minDistance", 0),
        distance(options, "maxDistance", Double.POSITIVE_INFINITY));
  }

  private static double distance(Value.Document options, String name, double otherwise) {
    Value value = options.property(name);
    if (value == Value.Undefined.UNDEFINED) {
      return otherwise;
    }
    double distance = value.kind().isNumber() ? BsonNumbers.toDouble(value) : Double.NaN;
    if (!(distance >= 0)) {
      throw new MongoFailure(MongoError.TYPE_MISMATCH, name + " must be a nonnegative number");
    }
    return distance;
  }
}
