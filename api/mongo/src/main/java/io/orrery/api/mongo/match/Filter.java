// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.geo.GeoTest;
import io.orrery.api.mongo.schema.JsonSchema;
import io.orrery.api.mongo.text.TextSearch;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// A filter that was read: a condition on a document.
public sealed interface Filter {
  /// Every document passes.
  Filter ALL = new And(List.of());

  record And(List<Filter> parts) implements Filter {
    public And {
      parts = List.copyOf(parts);
    }
  }

  record Or(List<Filter> parts) implements Filter {
    public Or {
      parts = List.copyOf(parts);
    }
  }

  /// None of them.
  record Nor(List<Filter> parts) implements Filter {
    public Nor {
      parts = List.copyOf(parts);
    }
  }

  /// An expression of the document is true.
  ///
  /// @param variables what may stand in it
  record Computed(MongoExpression expression, Variables variables) implements Filter {}

  /// The document keeps a schema.
  record Schema(JsonSchema schema) implements Filter {}

  /// The document has words that are looked for.
  record Words(TextSearch search) implements Filter {}

  /// The document lies in a part of an index.
  record Keys(IndexSection range) implements Filter {}

  /// What is at a path meets a test.
  record Field(DocumentPath path, Test test) implements Filter {}

  /// How two values may stand.
  enum Comparison {
    EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /// A condition on the values that a path leads to.
  sealed interface Test {

    record Compare(Comparison comparison, Value value) implements Test {}

    /// One of the values, or a match of one of the patterns.
    record In(List<Value> values, List<Pattern> patterns) implements Test {
      public In {
        values = List.copyOf(values);
        patterns = List.copyOf(patterns);
      }
    }

    /// As [Compare], by the rules of a language.
    ///
    /// @param key what stands for the value in comparisons
    record CollatedCompare(Compare plain, Value key, Collation collation) implements Test {}

    /// As [In], by the rules of a language.
    ///
    /// @param keys what stands for the values in comparisons
    record CollatedIn(In plain, List<Value> keys, Collation collation) implements Test {
      public CollatedIn {
        keys = List.copyOf(keys);
      }
    }

    record Matches(Pattern pattern, Value.RegularExpression expression) implements Test {}

    record Exists() implements Test {}

    /// A value of one of these kinds.
    ///
    /// @param kinds of values
    record HasType(Set<Value.Kind> kinds) implements Test {
      public HasType {
        kinds = Set.copyOf(kinds);
      }
    }

    record Remainder(long divisor, long remainder) implements Test {}

    /// An array of so many elements.
    record Size(long count) implements Test {}

    /// An array of which one element, a document or an array, passes a filter.
    record DocumentElement(Filter filter) implements Test {}

    /// An array of which one element meets a test.
    record ValueElement(Test test) implements Test {}

    /// A shape that lies somewhere.
    record Located(GeoTest where) implements Test {}

    /// Some bits of a number or a binary are set, or clear.
    ///
    /// @param positions of the bits, in ascending order
    /// @param set whether they are to be set
    /// @param all whether all of them are, or one of them
    record Bits(List<Integer> positions, boolean set, boolean all) implements Test {
      public Bits {
        positions = List.copyOf(positions);
      }
    }

    record Every(List<Test> tests) implements Test {
      public Every {
        tests = List.copyOf(tests);
      }
    }

    record Not(Test test) implements Test {}

    record Never() implements Test {}
  }
}
