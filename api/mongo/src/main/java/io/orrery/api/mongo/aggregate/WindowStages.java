// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// `$skip`, `$limit` and `$sample`: some of the documents.
final class WindowStages {
  private WindowStages() {}

  static long skipped(Value value) {
    return whole(value)
        .filter(count -> count >= 0)
        .orElseThrow(
            () ->
                MongoFailure.at(
                    5107200, "invalid argument to $skip stage: Expected a non-negative number"));
  }

  static long limited(Value value) {
    long limit =
        whole(value)
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        5107201, "invalid argument to $limit stage: Expected a number"));
    if (limit < 0) {
      throw MongoFailure.at(
          5107201, "invalid argument to $limit stage: Expected a non-negative number");
    }
    if (limit == 0) {
      throw MongoFailure.at(15958, "the limit must be positive");
    }
    return limit;
  }

  private static Optional<Long> whole(Value value) {
    return value.kind().isNumber() ? BsonNumbers.findWhole(value) : Optional.empty();
  }

  static PipelineStage skip(long count) {
    return (input, _) ->
        new DocumentStream() {
          private long left = count;

          @Override
          public Value.@Nullable Document next() {
            while (left > 0) {
              left--;
              if (input.next() == null) {
                return null;
              }
            }
            return input.next();
          }
        };
  }

  static PipelineStage limit(long count) {
    return (input, _) ->
        new DocumentStream() {
          private long left = count;

          @Override
          public Value.@Nullable Document next() {
            return left-- > 0 ? input.next() : null;
          }
        };
  }

  static long sampled(Value value) {
    if (!(value instanceof Value.Document options)) {
      throw MongoFailure.at(28745, "the $sample stage specification must be an object");
    }
    for (String option : options.properties().keySet()) {
      if (!option.equals("size")) {
        throw MongoFailure.at(28748, "unrecognized option to $sample: " + option);
      }
    }
    if (options.properties().isEmpty()) {
      throw MongoFailure.at(28749, "$sample stage must specify a size");
    }
    Value size = options.property("size");
    if (!size.kind().isNumber()) {
      throw MongoFailure.at(28746, "size argument to $sample must be a number");
    }
    long count = BsonNumbers.findWhole(size).orElseGet(() -> (long) BsonNumbers.toDouble(size));
    if (count <= 0) {
      throw MongoFailure.at(28747, "size argument to $sample must be a positive integer");
    }
    return count;
  }

  /// So many, each with the same chance, in no order: by reservoir.
  static PipelineStage sample(long size) {
    return (input, context) ->
        DocumentStream.later(
            () -> {
              List<Value.Document> chosen = new ArrayList<>();
              long seen = 0;
              for (Value.Document each = input.next(); each != null; each = input.next()) {
                context.step();
                seen++;
                if (chosen.size() < size) {
                  context.keep("$sample", each);
                  chosen.add(each);
                } else {
                  long at = ThreadLocalRandom.current().nextLong(seen);
                  if (at < size) {
                    chosen.set((int) at, each);
                  }
                }
              }
              return DocumentStream.of(chosen);
            });
  }
}
