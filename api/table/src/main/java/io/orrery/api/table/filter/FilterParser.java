// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.filter;

import io.orrery.api.table.filter.FilterLexer.Token;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.Limits;
import io.orrery.model.value.Value;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.PlanExpression.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a filter by recursive descent:
///
/// ```
/// or         = and { "or" and }
/// and        = not { "and" not }
/// not        = "not" not | comparison
/// comparison = operand [ ("eq" | "ne" | "gt" | "ge" | "lt" | "le") operand ]
/// operand    = "(" or ")" | literal | property
/// ```
///
/// A property alone is true if it is the boolean true.
final class FilterParser {
  private final FilterLexer lexer;
  private Token token;
  private int depth;
  private int comparisons;

  private FilterParser(String text) {
    this.lexer = new FilterLexer(text);
    this.token = lexer.next();
  }

  /// Fails with InvalidInput, or with NotImplemented for functions.
  static PlanExpression parse(String text) {
    FilterParser parser = new FilterParser(text);
    if (parser.token == Token.Mark.END) {
      return new PlanExpression.Constant(Value.Bool.TRUE);
    }
    PlanExpression condition = parser.or();
    if (parser.token != Token.Mark.END) {
      throw parser.unexpected();
    }
    return asCondition(condition);
  }

  private PlanExpression or() {
    PlanExpression first = and();
    if (!isWord("or")) {
      return first;
    }
    List<PlanExpression> parts = new ArrayList<>();
    parts.add(asCondition(first));
    while (take("or")) {
      parts.add(asCondition(and()));
    }
    return new PlanExpression.Or(parts);
  }

  private PlanExpression and() {
    PlanExpression first = not();
    if (!isWord("and")) {
      return first;
    }
    List<PlanExpression> parts = new ArrayList<>();
    parts.add(asCondition(first));
    while (take("and")) {
      parts.add(asCondition(not()));
    }
    return new PlanExpression.And(parts);
  }

  private PlanExpression not() {
    if (!take("not")) {
      return comparison();
    }
    enter();
    PlanExpression operand = asCondition(not());
    depth--;
    return new PlanExpression.Not(operand);
  }

  private PlanExpression comparison() {
    PlanExpression left = operand();
    Optional<Operator> operator = operator();
    if (operator.isEmpty()) {
      return left;
    }
    token = lexer.next();
    PlanExpression right = operand();
    if (!isValue(left) || !isValue(right)) {
      throw FilterLexer.invalid("a comparison of conditions");
    }
    if (++comparisons > Limits.TABLE_FILTER_COMPARISONS) {
      throw FilterLexer.invalid(
          "more than %d comparisons".formatted(Limits.TABLE_FILTER_COMPARISONS));
    }
    return new PlanExpression.Compare(ComparisonSemantics.ODATA, operator.get(), left, right);
  }

  private Optional<Operator> operator() {
    return token instanceof Token.Word(String word)
        ? switch (word) {
          case "eq" -> Optional.of(Operator.EQUAL);
          case "ne" -> Optional.of(Operator.NOT_EQUAL);
          case "gt" -> Optional.of(Operator.GREATER);
          case "ge" -> Optional.of(Operator.GREATER_OR_EQUAL);
          case "lt" -> Optional.of(Operator.LESS);
          case "le" -> Optional.of(Operator.LESS_OR_EQUAL);
          default -> Optional.empty();
        }
        : Optional.empty();
  }

  private PlanExpression operand() {
    return switch (token) {
      case Token.Literal(Value value) -> {
        token = lexer.next();
        yield new PlanExpression.Constant(value);
      }
      case Token.Word(String name) -> property(name);
      case Token.Mark mark -> {
        if (mark != Token.Mark.OPEN) {
          throw unexpected();
        }
        enter();
        token = lexer.next();
        PlanExpression inner = or();
        if (token != Token.Mark.CLOSE) {
          throw unexpected();
        }
        token = lexer.next();
        depth--;
        yield inner;
      }
    };
  }

  private PlanExpression property(String name) {
    if (isKeyword(name)) {
      throw unexpected();
    }
    token = lexer.next();
    if (token == Token.Mark.OPEN) {
      throw TableRefusal.notImplemented("the function %s in a filter".formatted(name));
    }
    return new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(name));
  }

  private static boolean isKeyword(String name) {
    return switch (name) {
      case "and", "or", "not", "eq", "ne", "gt", "ge", "lt", "le", "null" -> true;
      default -> false;
    };
  }

  private void enter() {
    if (++depth > Limits.TABLE_FILTER_DEPTH) {
      throw FilterLexer.invalid(
          "more than %d levels of parentheses".formatted(Limits.TABLE_FILTER_DEPTH));
    }
  }

  private boolean isWord(String word) {
    return token instanceof Token.Word(String text) && text.equals(word);
  }

  private boolean take(String word) {
    boolean there = isWord(word);
    if (there) {
      token = lexer.next();
    }
    return there;
  }

  private static boolean isValue(PlanExpression expression) {
    return expression instanceof PlanExpression.Path
        || expression instanceof PlanExpression.Constant;
  }

  /// What stands where a condition has to.
  private static PlanExpression asCondition(PlanExpression expression) {
    return switch (expression) {
      case PlanExpression.Path path ->
          new PlanExpression.Compare(
              ComparisonSemantics.ODATA,
              Operator.EQUAL,
              path,
              new PlanExpression.Constant(Value.Bool.TRUE));
      case PlanExpression.Constant(Value value) -> {
        if (!(value instanceof Value.Bool)) {
          throw FilterLexer.invalid("a value where a condition should be");
        }
        yield expression;
      }
      case PlanExpression other -> other;
    };
  }

  private TableRefusal unexpected() {
    return FilterLexer.invalid(
        switch (token) {
          case Token.Word(String word) -> "an unexpected '%s'".formatted(word);
          case Token.Literal _ -> "an unexpected literal";
          case Token.Mark mark ->
              switch (mark) {
                case OPEN -> "an unexpected '('";
                case CLOSE -> "an unexpected ')'";
                case END -> "an unexpected end";
              };
        });
  }
}
