// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
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

  static Evaluation compile(
      SubqueryKind kind, Query query, SourceScope scope, Compilation compilation) {
    Select select =
        compilation.select(kind == SubqueryKind.ALL ? counterexamples(query) : query, scope);
    return switch (kind) {
      case SCALAR -> scalar(select);
      case EXISTS -> frame -> Bool.of(exists(select, frame));
      case ALL -> frame -> Bool.of(!exists(select, frame));
      case ARRAY -> frame -> array(select, frame);
      case FIRST -> frame -> last(select, frame, new First());
      case LAST -> frame -> last(select, frame, new Last());
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
    return frame -> last(select, frame, new Only());
  }

  private static boolean exists(Select select, Frame frame) {
    long mark = frame.kept();
    frame.step();
    boolean exists = !SelectRun.run(select, frame, _ -> false);
    frame.release(mark);
    return exists;
  }

  private static Value last(Select select, Frame frame, Last last) {
    long mark = frame.kept();
    frame.step();
    SelectRun.run(select, frame, last);
    frame.release(mark);
    frame.keep(ValueSize.of(last.value));
    return last.value;
  }

  private static Value array(Select select, Frame frame) {
    long mark = frame.kept();
    frame.step();
    var collection = new Collection(frame.budget());
    SelectRun.run(select, frame, collection);
    frame.release(mark);
    frame.budget().give(collection.bytes);
    frame.keep(collection.bytes);
    return new Array(collection.values);
  }

  private static class Last implements ValueSink {
    Value value = Undefined.UNDEFINED;

    @Override
    public boolean value(Value next) {
      value = next;
      return true;
    }
  }

  private static final class First extends Last {
    @Override
    public boolean value(Value next) {
      value = next;
      return false;
    }
  }

  private static final class Only extends Last {
    @Override
    public boolean value(Value next) {
      if (value != Undefined.UNDEFINED) {
        throw QueryRefusals.invalid(
            "The cardinality of a scalar subquery result set cannot be greater than one; use"
                + " ARRAY(…), FIRST(…) or EXISTS(…) for several.");
      }
      return super.value(next);
    }
  }

  private static final class Collection implements ValueSink {
    private final List<Value> values = new ArrayList<>();
    private final Budget budget;
    private long bytes;

    Collection(Budget budget) {
      this.budget = budget;
    }

    @Override
    public boolean value(Value next) {
      long size = ValueSize.of(next);
      budget.take(size);
      bytes += size;
      return values.add(next);
    }
  }
}
