// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.SubqueryKind;
import io.orrery.query.syntax.Expression.Unary;
import io.orrery.query.syntax.Expression.UnaryOperator;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.List;

/// Queries as expressions: run anew for each row around them.
final class Subqueries {
  private Subqueries() {}

  static Evaluation compile(SubqueryKind kind, Query query, Scope scope, Compilation compilation) {
    Select select =
        compilation.select(kind == SubqueryKind.ALL ? counterexamples(query) : query, scope);
    return switch (kind) {
      case SCALAR -> scalar(select);
      case EXISTS -> frame -> Bool.of(exists(select, frame));
      case ALL -> frame -> Bool.of(!exists(select, frame));
      case ARRAY -> frame -> array(select, frame);
      case FIRST -> frame -> first(select, frame);
      case LAST -> frame -> last(select, frame);
    };
  }

  /// ALL is true if there is no row for which the filter is false.
  private static Query counterexamples(Query query) {
    Expression filter = query.where();
    return new Query(
        query.select(),
        query.from(),
        new Unary(UnaryOperator.NOT, filter == null ? new Expression.Literal(Bool.TRUE) : filter),
        query.groupBy(),
        query.orderBy(),
        query.rank(),
        query.window());
  }

  /// The only result; undefined if there is none.
  static Evaluation scalar(Select select) {
    return frame -> {
      var only = new Only();
      SelectRun.run(select, frame, only);
      return only.value;
    };
  }

  private static boolean exists(Select select, Frame frame) {
    frame.step();
    return !SelectRun.run(select, frame, _ -> false);
  }

  private static Value array(Select select, Frame frame) {
    List<Value> values = new ArrayList<>();
    SelectRun.run(
        select,
        frame,
        value -> {
          frame.keep(ValueSize.of(value));
          return values.add(value);
        });
    return new Array(values);
  }

  private static Value first(Select select, Frame frame) {
    var first = new Last();
    SelectRun.run(
        select,
        frame,
        value -> {
          first.value(value);
          return false;
        });
    return first.value;
  }

  private static Value last(Select select, Frame frame) {
    var last = new Last();
    SelectRun.run(select, frame, last);
    return last.value;
  }

  private static final class Last implements ValueSink {
    private Value value = Undefined.UNDEFINED;

    @Override
    public boolean value(Value next) {
      value = next;
      return true;
    }
  }

  private static final class Only implements ValueSink {
    private Value value = Undefined.UNDEFINED;

    @Override
    public boolean value(Value next) {
      if (value != Undefined.UNDEFINED) {
        throw Refusals.invalid(
            "The cardinality of a scalar subquery result set cannot be greater than one; use"
                + " ARRAY(…), FIRST(…) or EXISTS(…) for several.");
      }
      value = next;
      return true;
    }
  }
}
