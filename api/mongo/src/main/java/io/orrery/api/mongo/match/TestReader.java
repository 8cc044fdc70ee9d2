// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Patterns;
import io.orrery.api.mongo.geo.GeoOperators;
import io.orrery.api.mongo.geo.GeoTest;
import io.orrery.api.mongo.geo.NearSpec;
import io.orrery.api.mongo.match.Filter.Comparison;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.api.mongo.schema.TypeNames;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.plan.collation.CollationKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads conditions on one field.
final class TestReader {
  private static final Set<String> NOT_SUPPORTED = Set.of("$where");

  /// Beside an operator that is about places.
  private static final Set<String> DISTANCES =
      Set.of("$minDistance", "$maxDistance", "$uniqueDocs");

  private final Collation collation;

  /// @param collation how texts compare
  TestReader(Collation collation) {
    this.collation = collation;
  }

  /// Whether a condition is made of operators: its first field says so.
  static boolean isOperators(Value condition) {
    return condition instanceof Value.Document document
        && !document.properties().isEmpty()
        && document.properties().firstEntry().getKey().startsWith("$")
        && !isReference(document);
  }

  /// `$ref` and its like stand in documents, not for operators.
  private static boolean isReference(Value.Document document) {
    return Set.of("$ref", "$id", "$db").contains(document.properties().firstEntry().getKey());
  }

  Test equality(Value value) {
    return value instanceof Value.RegularExpression expression
        ? matches(expression)
        : compare(Comparison.EQUAL, value);
  }

  Test operators(Value.Document operators) {
    List<Test> tests = new ArrayList<>();
    for (Map.Entry<String, Value> each : operators.properties().entrySet()) {
      String options = each.getKey();
      if (options.equals("$options")) {
        if (operators.property("$regex") == Value.Undefined.UNDEFINED) {
          throw bad("$options needs a $regex");
        }
      } else if (!DISTANCES.contains(options) || !isNear(operators)) {
        tests.add(operator(each.getKey(), each.getValue(), operators));
      }
    }
    return tests.size() == 1 ? tests.getFirst() : new Test.Every(tests);
  }

  private static boolean isNear(Value.Document operators) {
    return operators.properties().containsKey("$near")
        || operators.properties().containsKey("$nearSphere");
  }

  private Test operator(String name, Value value, Value.Document all) {
    return switch (name) {
      case "$eq" -> compare(Comparison.EQUAL, value);
      case "$ne" -> new Test.Not(compare(Comparison.EQUAL, value));
      case "$lt" -> compare(Comparison.LESS, value);
      case "$lte" -> compare(Comparison.LESS_OR_EQUAL, value);
      case "$gt" -> compare(Comparison.GREATER, value);
      case "$gte" -> compare(Comparison.GREATER_OR_EQUAL, value);
      case "$in" -> in(name, value);
      case "$nin" -> new Test.Not(in(name, value));
      case "$not" -> not(value);
      case "$exists" -> isTrue(value) ? new Test.Exists() : new Test.Not(new Test.Exists());
      case "$type" -> new Test.HasType(TypeNames.read(value));
      case "$regex" -> regex(value, all.property("$options"));
      case "$mod" -> remainder(value);
      case "$size" -> size(value);
      case "$all" -> all(value);
      case "$elemMatch" -> element(value);
      case "$geoWithin", "$within" -> new Test.Located(GeoOperators.within(value));
      case "$geoIntersects" -> new Test.Located(GeoOperators.intersects(value));
      case "$near" -> new Test.Located(GeoOperators.near(value, all, false));
      case "$nearSphere" -> new Test.Located(GeoOperators.near(value, all, true));
      case NearSpec.NAME -> new Test.Located(new GeoTest.Near(NearSpec.read(value)));
      case "$bitsAllSet" -> bits(name, value, true, true);
      case "$bitsAnySet" -> bits(name, value, true, false);
      case "$bitsAllClear" -> bits(name, value, false, true);
      case "$bitsAnyClear" -> bits(name, value, false, false);
      default ->
          throw NOT_SUPPORTED.contains(name)
              ? MongoFailure.notSupported("The query operator " + name)
              : bad("unknown operator: " + name);
    };
  }

  private Test compare(Comparison comparison, Value value) {
    return switch (value) {
      case Value.Undefined _ -> throw bad("cannot compare to undefined");
      case Value.RegularExpression _ when comparison != Comparison.EQUAL ->
          throw bad("Can't have RegEx as arg to predicate over field.");
      case Value _ when !collation.isSimple() && CollationKeys.concerns(value) ->
          new Test.CollatedCompare(
              new Test.Compare(comparison, value),
              CollationKeys.of(collation).of(value),
              collation);
      case Value _ -> new Test.Compare(comparison, value);
    };
  }

  private static Test.Matches matches(Value.RegularExpression expression) {
    return new Test.Matches(
        Patterns.compile(expression.pattern(), expression.options()), expression);
  }

  private Test in(String name, Value value) {
    if (!(value instanceof Value.Array(List<Value> elements))) {
      throw bad(name + " needs an array");
    }
    List<Value> values = new ArrayList<>();
    List<Pattern> patterns = new ArrayList<>();
    for (Value element : elements) {
      if (element instanceof Value.RegularExpression expression) {
        patterns.add(matches(expression).pattern());
      } else if (isOperators(element)) {
        throw bad("cannot nest $ under " + name);
      } else {
        values.add(element);
      }
    }
    if (!collation.isSimple() && values.stream().anyMatch(CollationKeys::concerns)) {
      CollationKeys keys = CollationKeys.of(collation);
      return new Test.CollatedIn(
          new Test.In(values, patterns), values.stream().map(keys::of).toList(), collation);
    }
    return new Test.In(values, patterns);
  }

  private Test not(Value value) {
    if (value instanceof Value.RegularExpression expression) {
      return new Test.Not(matches(expression));
    }
    if (!isOperators(value)) {
      throw bad("$not needs a regex or a document");
    }
    return new Test.Not(operators((Value.Document) value));
  }

  private static Test regex(Value value, Value options) {
    String more = options instanceof Value.Text(String text) ? text : "";
    return switch (value) {
      case Value.Text(String pattern) -> matches(new Value.RegularExpression(pattern, more));
      case Value.RegularExpression expression ->
          matches(
              new Value.RegularExpression(
                  expression.pattern(), more.isEmpty() ? expression.options() : more));
      case Value _ -> throw bad("$regex has to be a string");
    };
  }

  private static Test remainder(Value value) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.size() != 2) {
      throw bad("malformed mod, needs to be an array of two elements");
    }
    long divisor = whole("$mod", elements.getFirst());
    if (divisor == 0) {
      throw bad("divisor cannot be 0");
    }
    return new Test.Remainder(divisor, whole("$mod", elements.getLast()));
  }

  /// BsonNumbers lose their fraction here, as they do in MongoDB.
  private static long whole(String name, Value value) {
    double number = value.kind().isNumber() ? BsonNumbers.toDouble(value) : Double.NaN;
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw bad(name + " needs numbers");
    }
    return BsonNumbers.findWhole(value).orElse((long) number);
  }

  private static Test size(Value value) {
    Optional<Long> count =
        value.kind().isNumber() ? BsonNumbers.findWhole(value) : Optional.empty();
    if (count.isEmpty()) {
      throw bad("$size must be a whole number");
    }
    if (count.get() < 0) {
      throw bad("$size may not be negative");
    }
    return new Test.Size(count.get());
  }

  /// Each value is there, or an element passes each `$elemMatch`.
  private Test all(Value value) {
    if (!(value instanceof Value.Array(List<Value> elements))) {
      throw bad("$all needs an array");
    }
    if (elements.isEmpty()) {
      return new Test.Never();
    }
    List<Test> tests = new ArrayList<>();
    for (Value element : elements) {
      if (isOperators(element)) {
        Value.Document document = (Value.Document) element;
        if (!document.properties().firstEntry().getKey().equals("$elemMatch")) {
          throw bad("no $ expressions in $all");
        }
        tests.add(operators(document));
      } else {
        tests.add(equality(element));
      }
    }
    return new Test.Every(tests);
  }

  private Test element(Value value) {
    if (!(value instanceof Value.Document document)) {
      throw bad("$elemMatch needs an Object");
    }
    boolean logical =
        !document.properties().isEmpty()
            && Set.of("$and", "$or", "$nor").contains(document.properties().firstEntry().getKey());
    return isOperators(document) && !logical
        ? new Test.ValueElement(operators(document))
        : new Test.DocumentElement(FilterReader.collated(collation).filter(document));
  }

  private static Test bits(String name, Value value, boolean set, boolean all) {
    List<Integer> positions = new ArrayList<>();
    switch (value) {
      case Value.Array(List<Value> elements) -> {
        for (Value element : elements) {
          long position = bitNumber(name, element);
          if (position < 0 || position > Integer.MAX_VALUE) {
            throw bad("bit positions must be >= 0");
          }
          positions.add((int) position);
        }
      }
      case Value.Binary(byte[] bytes, int _) -> {
        for (int i = 0; i < bytes.length * Byte.SIZE; i++) {
          if ((bytes[i / Byte.SIZE] >> (i % Byte.SIZE) & 1) == 1) {
            positions.add(i);
          }
        }
      }
      case Value _ -> {
        long mask = bitNumber(name, value);
        if (mask < 0) {
          throw bad("Expected a non-negative number in: " + name);
        }
        for (int i = 0; i < Long.SIZE - 1; i++) {
          if ((mask >> i & 1) == 1) {
            positions.add(i);
          }
        }
      }
    }
    return new Test.Bits(positions, set, all);
  }

  /// Unlike the numbers of `$mod`, masks and positions lose nothing: what is not whole is refused.
  private static long bitNumber(String name, Value value) {
    return BsonNumbers.findWhole(value).orElseThrow(() -> bad("Expected an integer: " + name));
  }

  private static boolean isTrue(Value value) {
    return switch (value) {
      case Value.Bool bool -> bool.isTrue();
      case Value.Null _ -> false;
      case Value.Undefined _ -> false;
      case Value number when number.kind().isNumber() -> BsonNumbers.toDouble(number) != 0;
      case Value _ -> true;
    };
  }

  private static MongoFailure bad(String message) {
    return new MongoFailure(MongoError.BAD_VALUE, message);
  }
}
