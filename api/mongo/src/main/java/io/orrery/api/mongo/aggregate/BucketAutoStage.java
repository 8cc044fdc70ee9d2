// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `$bucketAuto`: so many buckets, with about as many documents each. Equal values share one.
record BucketAutoStage(
    MongoExpression groupBy, int buckets, LinkedHashMap<String, AccumulatorSpec> output)
    implements PipelineStage {

  private record Keyed(Value key, Value.Document document) {}

  static BucketAutoStage read(Value value, Variables variables) {
    Value.Document options =
        RowStages.object(
            value,
            40240,
            "The argument to $bucketAuto must be an object, but was of type: "
                + BsonType.name(value));
    for (String option : options.properties().keySet()) {
      if (option.equals("granularity")) {
        throw MongoFailure.notSupported("The option granularity of $bucketAuto");
      }
      if (!List.of("groupBy", "buckets", "output").contains(option)) {
        throw MongoFailure.at(40245, "Unrecognized option to $bucketAuto: " + option);
      }
    }
    Value groupBy = options.property("groupBy");
    Value buckets = options.property("buckets");
    if (groupBy == Value.Undefined.UNDEFINED || buckets == Value.Undefined.UNDEFINED) {
      throw MongoFailure.at(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
    }
    StageExpansion.requireExpression(groupBy, 40239, "$bucketAuto");
    ExpressionReader expressions = ExpressionReader.of(variables);
    return new BucketAutoStage(
        expressions.read(groupBy),
        count(buckets),
        GroupSpec.fields(
            StageExpansion.output(options.property("output"), 40244, "$bucketAuto"),
            new AccumulatorReader(expressions, variables)));
  }

  private static int count(Value buckets) {
    if (!buckets.kind().isNumber()) {
      throw MongoFailure.at(
          40241,
          "The $bucketAuto 'buckets' field must be a numeric value, but found type: "
              + BsonType.name(buckets));
    }
    long count =
        BsonNumbers.findWhole(buckets)
            .filter(each -> each == each.intValue())
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        40242,
                        "The $bucketAuto 'buckets' field must be representable as a 32-bit"
                            + " integer"));
    if (count <= 0) {
      throw MongoFailure.at(
          40243, "The $bucketAuto 'buckets' field must be greater than 0, but found: " + count);
    }
    return (int) count;
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(() -> DocumentStream.of(divided(keyed(input, context), context)));
  }

  private List<Keyed> keyed(DocumentStream input, PipelineContext context) {
    List<Keyed> all = new ArrayList<>();
    for (Value.Document each = input.next(); each != null; each = input.next()) {
      context.step();
      context.keep("$bucketAuto", each);
      Value key = ExpressionEvaluator.evaluate(groupBy, context.variables().of(each));
      all.add(new Keyed(GroupStage.present(key), each));
    }
    all.sort((one, other) -> Comparisons.compare(one.key(), other.key()));
    return all;
  }

  private List<Value.Document> divided(List<Keyed> all, PipelineContext context) {
    List<Value.Document> told = new ArrayList<>();
    int size = Math.max(1, (int) Math.round((double) all.size() / buckets));
    int from = 0;
    while (from < all.size()) {
      boolean last = told.size() == buckets - 1;
      int until = last ? all.size() : Math.min(all.size(), from + size);
      while (until < all.size()
          && Comparisons.compare(all.get(until - 1).key(), all.get(until).key()) == 0) {
        until++;
      }
      Value end = until < all.size() ? all.get(until).key() : all.getLast().key();
      told.add(bucket(all.subList(from, until), end, context));
      from = until;
    }
    return told;
  }

  private Value.Document bucket(List<Keyed> documents, Value end, PipelineContext context) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("_id", StageExpansion.document("min", documents.getFirst().key(), "max", end));
    for (Map.Entry<String, AccumulatorSpec> each : output.entrySet()) {
      AccumulatorState state = each.getValue().start().get();
      for (Keyed document : documents) {
        long _ =
            state.add(
                ExpressionEvaluator.evaluate(
                    each.getValue().argument(), context.variables().of(document.document())));
      }
      fields.put(each.getKey(), state.result());
    }
    return new Value.Document(fields);
  }
}
