// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.evaluate.Evaluation.Constant;
import io.orrery.query.evaluate.SourceScope.Binding;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Source;
import io.orrery.query.syntax.Source.Aliased;
import io.orrery.query.syntax.Source.Iterated;
import io.orrery.query.syntax.Source.Join;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compiles FROM and WHERE of one query to a chain of steps, one per source. A condition of WHERE
/// stands directly behind the last source it speaks of, so that joins do not multiply what it
/// drops.
final class RowCompiler {
  private static final RowStep EMIT = (frame, sink) -> sink.row(frame);
  private static final RowStep NOTHING = (_, _) -> true;

  /// The outermost query numbers the rows of an item.
  private static final RowStep COUNT_AND_EMIT =
      (frame, sink) -> {
        frame.nextRow();
        return sink.row(frame);
      };

  /// Makes the step of one source from the step behind it.
  private interface Link {
    RowStep before(RowStep next);
  }

  private record Condition(Evaluation evaluation, int lastSource) {}

  private final Compilation compilation;
  private final SourceScope scope;

  RowCompiler(Compilation compilation, SourceScope scope) {
    this.compilation = compilation;
    this.scope = scope;
  }

  RowStep compile(@Nullable Source from, @Nullable Expression where) {
    List<Link> links = new ArrayList<>();
    for (Source source : sources(from)) {
      links.add(link(source));
    }
    List<Condition> conditions = conditions(where);
    RowStep step = scope.isNested() ? EMIT : COUNT_AND_EMIT;
    for (int i = links.size() - 1; i >= 0; i--) {
      step = links.get(i).before(filter(conditions, i, step));
    }
    return filter(conditions, -1, step);
  }

  private static List<Source> sources(@Nullable Source from) {
    List<Source> sources = new ArrayList<>();
    Source left = from;
    while (left instanceof Join(Source before, Source last)) {
      sources.addFirst(last);
      left = before;
    }
    if (left != null) {
      sources.addFirst(left);
    }
    return sources;
  }

  private Link link(Source source) {
    return switch (source) {
      case Aliased(Source.Path path, String alias) -> aliasedPath(path, alias);
      case Aliased(Source.Subquery(var query), String alias) -> {
        Select select = compilation.select(query, scope);
        int slot = bind(alias);
        yield next -> (frame, sink) -> SelectRun.run(select, frame, each(slot, next, frame, sink));
      }
      case Iterated(String alias, Source.Path path) -> {
        Evaluation array = value(path);
        int slot = bind(alias);
        yield next ->
            (frame, sink) -> elements(array.evaluate(frame), each(slot, next, frame, sink));
      }
      case Iterated(String alias, Source.Subquery(var query)) -> {
        Select select = compilation.select(query, scope);
        int slot = bind(alias);
        yield next ->
            (frame, sink) -> {
              ValueSink each = each(slot, next, frame, sink);
              return SelectRun.run(select, frame, array -> elements(array, each));
            };
      }
      case Join _ ->
          throw QueryRefusals.notSupported("A JOIN on the right of a JOIN is not supported.");
    };
  }

  private Link aliasedPath(Source.Path path, @Nullable String alias) {
    String name = alias != null ? alias : defaultName(path);
    if (path.steps().isEmpty() && isItem(path.root())) {
      scope.bind(name, new Binding(SourceScope.ITEM, scope.nextOrdinal()));
      return next -> next;
    }
    Evaluation value = value(path);
    int slot = bind(name);
    return next ->
        (frame, sink) -> {
          Value current = value.evaluate(frame);
          if (current == Undefined.UNDEFINED) {
            return true;
          }
          return enter(slot, current, next, frame, sink);
        };
  }

  private int bind(@Nullable String name) {
    int slot = compilation.newSlot();
    scope.bind(name, new Binding(slot, scope.nextOrdinal()));
    return slot;
  }

  private static @Nullable String defaultName(Source.Path path) {
    if (path.steps().isEmpty()) {
      return path.root();
    }
    return path.steps().getLast() instanceof Source.Name(String name, _) ? name : null;
  }

  private boolean isItem(String root) {
    SourceScope.Found found = scope.find(root);
    return found == null ? compilation.isRoot(root) : found.isItem();
  }

  private Evaluation value(Source.Path path) {
    return new PathCompiler(compilation).compile(path.root(), path.steps(), scope, true);
  }

  private static ValueSink each(int slot, RowStep next, Frame frame, RowSink sink) {
    return value -> enter(slot, value, next, frame, sink);
  }

  private static boolean enter(int slot, Value value, RowStep next, Frame frame, RowSink sink) {
    frame.step();
    frame.set(slot, value);
    long mark = frame.kept();
    boolean more = next.run(frame, sink);
    frame.release(mark);
    return more;
  }

  /// What is no array has no elements.
  private static boolean elements(Value array, ValueSink sink) {
    if (array instanceof Array(List<Value> elements)) {
      for (Value element : elements) {
        if (!sink.value(element)) {
          return false;
        }
      }
    }
    return true;
  }

  private List<Condition> conditions(@Nullable Expression where) {
    List<Condition> conditions = new ArrayList<>();
    if (where != null) {
      for (Expression condition : ExpressionFacts.chain(BinaryOperator.AND, where)) {
        scope.takeLastUsed();
        Evaluation evaluation = compilation.expression(condition, scope);
        conditions.add(new Condition(evaluation, scope.takeLastUsed()));
      }
    }
    return conditions;
  }

  private static RowStep filter(List<Condition> conditions, int lastSource, RowStep next) {
    List<Evaluation> here = new ArrayList<>();
    for (Condition condition : conditions) {
      if (condition.evaluation() instanceof Constant(Value value)) {
        if (value != Bool.TRUE) {
          return NOTHING;
        }
      } else if (condition.lastSource() == lastSource) {
        here.add(condition.evaluation());
      }
    }
    return here.isEmpty() ? next : filter(here.toArray(Evaluation[]::new), next);
  }

  private static RowStep filter(Evaluation[] conditions, RowStep next) {
    return (frame, sink) -> {
      for (Evaluation condition : conditions) {
        if (condition.evaluate(frame) != Bool.TRUE) {
          return true;
        }
      }
      return next.run(frame, sink);
    };
  }
}
