// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// `$out`: a collection with what the pipeline makes in the place of what was there, with its
/// options and indexes. It is written beside the old one and then takes its name: whoever reads
/// sees the one or the other, and a pipeline that fails changes nothing.
record OutStage(Namespace target) implements PipelineStage {
  private static final int BATCH = 500;

  static OutStage read(Value value, String database) {
    return switch (value) {
      case Value.Text(String name) -> new OutStage(new Namespace(database, name));
      case Value.Document options
          when options.property("db") instanceof Value.Text(String db)
              && options.property("coll") instanceof Value.Text(String name)
              && options.properties().size() == 2 ->
          new OutStage(new Namespace(db, name));
      case Value other ->
          throw MongoFailure.at(
              16990,
              "$out only supports a string or object argument with 'db' and 'coll', but found "
                  + BsonType.name(other));
    };
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(
        () -> {
          write(input, context);
          return DocumentStream.of(List.of());
        });
  }

  private void write(DocumentStream input, PipelineContext context) {
    PipelineWrites writes = context.run().pipelines().writes();
    Namespace beside = new Namespace(target.database(), "tmp.agg_out." + UUID.randomUUID());
    try {
      writes.createBeside(beside, target);
      copy(input, beside, context);
      writes.replace(target, beside);
    } finally {
      writes.drop(beside); // Which is not there any more if all went well.
    }
  }

  private static void copy(DocumentStream from, Namespace to, PipelineContext context) {
    PipelineWrites writes = context.run().pipelines().writes();
    List<Value.Document> batch = new ArrayList<>();
    for (Value.Document each = from.next(); each != null; each = from.next()) {
      context.step();
      batch.add(each);
      if (batch.size() == BATCH) {
        writes.insert(to, batch, context.run());
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      writes.insert(to, batch, context.run());
    }
  }
}
