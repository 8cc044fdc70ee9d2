// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads `clusteredIndex`. Documents lie in the order of `_id` anyway, so it says how that index is
/// called, and is remembered for those who ask.
final class ClusteredArguments {
  private static final String DEFAULT_NAME = "_id_";
  private static final int VERSION = 2;

  private ClusteredArguments() {}

  static CollectionOptions read(Arguments arguments) {
    Value given = arguments.value(CollectionOptions.CLUSTERED);
    if (given == Value.Undefined.UNDEFINED || given == Value.Bool.FALSE) {
      return CollectionOptions.NONE;
    }
    if (!(given instanceof Value.Document document)) {
      throw new MongoFailure(
          MongoError.TYPE_MISMATCH, "BSON field 'create.clusteredIndex' must be an object");
    }
    if (arguments.flag(CollectionOptions.CAPPED)) {
      throw new MongoFailure(
          MongoError.INVALID_OPTIONS, "A capped collection cannot have a clusteredIndex");
    }
    Arguments index = new Arguments("create.clusteredIndex", document);
    Value.Document key = index.document("key");
    boolean byId =
        key.properties().size() == 1
            && BsonNumbers.findWhole(key.property("_id")).filter(one -> one == 1).isPresent();
    if (!byId || !index.flag("unique")) {
      throw new MongoFailure(
          MongoError.INVALID_INDEX_SPECIFICATION_OPTION,
          "The clusteredIndex option requires key: {_id: 1} and unique: true to be specified");
    }
    String name = index.findText("name").orElse(DEFAULT_NAME);
    index.ignore("v");
    index.requireNothingElse();
    LinkedHashMap<String, Value> kept = new LinkedHashMap<>();
    kept.put("v", new Value.Int32(VERSION));
    kept.put("key", new Value.Document(new LinkedHashMap<>(Map.of("_id", new Value.Int32(1)))));
    kept.put("name", new Value.Text(name));
    kept.put("unique", Value.Bool.TRUE);
    return CollectionOptions.of(Map.of(CollectionOptions.CLUSTERED, new Value.Document(kept)));
  }
}
