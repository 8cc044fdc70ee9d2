// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.ArrayOf;
import io.orrery.query.syntax.Expression.Between;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Conditional;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.In;
import io.orrery.query.syntax.Expression.Indexed;
import io.orrery.query.syntax.Expression.Like;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Expression.Parameter;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Expression.Subquery;
import io.orrery.query.syntax.Expression.Unary;
import io.orrery.query.syntax.Span;
import java.util.LinkedHashMap;
import java.util.List;

/// Takes the literals out of an expression and puts them into an item, so that nothing can be
/// evaluated before the item is there.
final class Unfolded {
  private final LinkedHashMap<String, Value> literals = new LinkedHashMap<>();
  private final Expression expression;

  Unfolded(Expression original) {
    this.expression = rewrite(original);
  }

  Expression expression() {
    return expression;
  }

  QueriedItem item() {
    return QueriedItem.of(new Value.Document(literals));
  }

  private Expression property(Value value) {
    String name = "p" + literals.size();
    if (value != Undefined.UNDEFINED) {
      literals.put(name, value);
    }
    String existing = value == Undefined.UNDEFINED ? "missing" : name;
    return new Member(new Reference("c", Span.NONE), existing, false);
  }

  private List<Expression> all(List<Expression> expressions) {
    return expressions.stream().map(this::rewrite).toList();
  }

  private Expression rewrite(Expression original) {
    return switch (original) {
      case Literal(Value value) -> property(value);
      case Parameter _, Reference _, Subquery _ -> original;
      case Member member -> new Member(rewrite(member.of()), member.name(), member.quoted());
      case Indexed(Expression of, Expression index, Span span) ->
          new Indexed(rewrite(of), rewrite(index), span);
      case ArrayOf(List<Expression> elements) -> new ArrayOf(all(elements));
      case ObjectOf(List<Entry> entries) ->
          new ObjectOf(
              entries.stream()
                  .map(entry -> new Entry(entry.name(), rewrite(entry.value())))
                  .toList());
      case Unary(var operator, Expression operand) -> new Unary(operator, rewrite(operand));
      case Binary(var operator, Expression left, Expression right) ->
          new Binary(operator, rewrite(left), rewrite(right));
      case Conditional(Expression condition, Expression whenTrue, Expression whenFalse) ->
          new Conditional(rewrite(condition), rewrite(whenTrue), rewrite(whenFalse));
      case Between(Expression operand, Expression low, Expression high, boolean negated) ->
          new Between(rewrite(operand), rewrite(low), rewrite(high), negated);
      case In(Expression operand, List<Expression> candidates, boolean negated) ->
          new In(rewrite(operand), all(candidates), negated);
      case Like(Expression operand, Expression pattern, String escape, boolean negated) ->
          new Like(rewrite(operand), rewrite(pattern), escape, negated);
      case Call call ->
          new Call(call.name(), call.userDefined(), all(call.arguments()), call.span());
    };
  }
}
