// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Parameter;
import io.orrery.query.syntax.Query.Order;
import io.orrery.query.syntax.Query.Places;
import io.orrery.query.syntax.Query.Projection;
import io.orrery.query.syntax.Query.Property;
import io.orrery.query.syntax.Query.Select;
import io.orrery.query.syntax.Query.Window;
import io.orrery.query.syntax.Source.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the text of a query into its tree. Whatever the text, the outcome is a query or a
/// [QueryException].
public final class Parser {
  /// The service's limit for the text of a query, in characters.
  public static final int TEXT_MAX = 512 * 1024;

  /// The service keeps the counts of TOP, OFFSET and LIMIT as unsigned numbers of 32 bits.
  private static final long COUNT_MAX = 0xFFFF_FFFFL;

  private final Tokens tokens;
  private final Bounds bounds = new Bounds();
  private final ExpressionParser expressions;

  /// What is wrong although the query can be read; told only if nothing worse is found.
  private final List<QueryError> errors = new ArrayList<>();

  /// The highest expression of the current query.
  private int tallest;

  private Parser(String text) {
    this.tokens = new Tokens(text);
    this.expressions = new ExpressionParser(tokens, bounds, this::query);
  }

  public static Query parse(String text) {
    return parse(text, TEXT_MAX);
  }

  public static Query parse(String text, int lengthMax) {
    if (text.length() > lengthMax) {
      String message =
          "The SQL query text exceeded the maximum limit of " + lengthMax + " characters.";
      throw new QueryException(new QueryError("SC3020", message, new Span(0, text.length())));
    }
    Parser parser = new Parser(text);
    Query query = parser.query();
    if (!parser.tokens.atKind(Token.Kind.END)) {
      throw parser.tokens.unexpected();
    }
    if (!parser.errors.isEmpty()) {
      throw new QueryException(parser.errors);
    }
    return query;
  }

  private Query query() {
    bounds.enter(tokens.current());
    int outer = tallest;
    tallest = 0;
    Token start = tokens.current();
    Query query = clauses();
    expressions.height(bounds.above(start, tallest, 0));
    tallest = outer;
    bounds.leave();
    return query;
  }

  private Query clauses() {
    tokens.requireKeyword("SELECT");
    boolean distinct = tokens.acceptKeyword("DISTINCT");
    int topStart = tokens.current().start();
    Expression top = top();
    Span topSpan = spanFrom(topStart);
    Select select = new Select(distinct, top, projection());
    Source from = tokens.acceptKeyword("FROM") ? sources() : null;
    Expression where = tokens.acceptKeyword("WHERE") ? expression() : null;
    List<Expression> groupBy = acceptBy("GROUP") ? list() : List.of();
    int orderStart = tokens.current().start();
    boolean ordered = acceptBy("ORDER");
    boolean rank = ordered && acceptRank();
    List<Order> orderBy = ordered ? orders(rank) : List.of();
    Span orderSpan = spanFrom(orderStart);
    int windowStart = tokens.current().start();
    Window window = window();
    Places places = new Places(topSpan, orderSpan, spanFrom(windowStart));
    return new Query(select, from, where, groupBy, orderBy, rank, window, places);
  }

  private Expression expression() {
    Expression expression = expressions.expression();
    tallest = Math.max(tallest, expressions.height());
    return expression;
  }

  private List<Expression> list() {
    List<Expression> list = expressions.list();
    tallest = Math.max(tallest, expressions.height());
    return list;
  }

  private @Nullable Expression top() {
    return tokens.acceptKeyword("TOP")
        ? count("SC2060", "The count value provided for a TOP clause must be an integer.")
        : null;
  }

  /// Up to the last token taken; of no use if none was taken since `start`.
  private Span spanFrom(int start) {
    return new Span(start, tokens.end());
  }

  private Projection projection() {
    if (tokens.atSign("*")) {
      return new Query.Star(tokens.take().span());
    }
    if (tokens.acceptKeyword("VALUE")) {
      return new Query.Single(expression());
    }
    List<Property> properties = new ArrayList<>();
    do {
      Expression value = expression();
      properties.add(new Property(value, alias()));
    } while (tokens.acceptSign(","));
    return new Query.Properties(properties);
  }

  /// `AS name`, `name` or nothing.
  private @Nullable String alias() {
    boolean required = tokens.acceptKeyword("AS");
    return required || tokens.atKind(Token.Kind.NAME)
        ? tokens.require(Token.Kind.NAME).text()
        : null;
  }

  /// How many rows: a number without sign, or a parameter.
  private Expression count(String code, String message) {
    Token token = tokens.current();
    if (token.kind() == Token.Kind.PARAMETER) {
      tokens.take();
      return new Parameter(token.text(), token.span());
    }
    if (token.kind() != Token.Kind.NUMBER) {
      throw tokens.unexpected();
    }
    Literal count = expressions.number();
    boolean valid =
        switch (count.value()) {
          case Value.Int32 _ -> true;
          case Value.Int64(long value) -> value <= COUNT_MAX;
          case Value.Float64(double value) -> value == Math.rint(value) && value <= COUNT_MAX;
          case Value.Scalar _, Value.Composite _ -> false;
        };
    if (!valid) {
      errors.add(new QueryError(code, message, token.span()));
    }
    return count;
  }

  private Source sources() {
    Source result = source();
    while (tokens.atKeyword("JOIN")) {
      bounds.join(tokens.take());
      result = new Source.Join(result, source());
    }
    return result;
  }

  private Source source() {
    if (tokens.atKind(Token.Kind.NAME) && tokens.following().isKeyword("IN")) {
      String alias = tokens.take().text();
      tokens.take();
      return new Source.Iterated(alias, collection());
    }
    Source.Collection collection = collection();
    return new Source.Aliased(collection, alias());
  }

  private Source.Collection collection() {
    if (!tokens.acceptSign("(")) {
      return path();
    }
    Query query = query();
    tallest = Math.max(tallest, expressions.height());
    tokens.requireSign(")");
    return new Source.Subquery(query);
  }

  private Source.Path path() {
    Token root = tokens.require(Token.Kind.NAME);
    List<Step> steps = new ArrayList<>();
    while (true) {
      if (tokens.acceptSign(".")) {
        steps.add(new Source.Name(tokens.require(Token.Kind.NAME).text(), false));
      } else if (tokens.acceptSign("[")) {
        steps.add(bracketed());
        tokens.requireSign("]");
      } else {
        return new Source.Path(root.text(), steps, new Span(root.start(), tokens.end()));
      }
    }
  }

  private Step bracketed() {
    if (tokens.atKind(Token.Kind.TEXT)) {
      return new Source.Name(tokens.take().text(), true);
    }
    Token index = tokens.current();
    if (index.kind() == Token.Kind.NUMBER) {
      if (expressions.number().value() instanceof Value.Int32(int value)) {
        return new Source.Element(value);
      }
      throw tokens.unexpected(index);
    }
    throw tokens.unexpected();
  }

  private boolean acceptBy(String keyword) {
    boolean found = tokens.acceptKeyword(keyword);
    if (found) {
      tokens.requireKeyword("BY");
    }
    return found;
  }

  /// RANK is a name everywhere but in front of a call.
  private boolean acceptRank() {
    boolean found =
        tokens.atKind(Token.Kind.NAME)
            && tokens.current().text().equalsIgnoreCase("RANK")
            && tokens.following().kind() == Token.Kind.NAME;
    if (found) {
      tokens.take();
    }
    return found;
  }

  private List<Order> orders(boolean rank) {
    List<Order> orders = new ArrayList<>();
    do {
      Token start = tokens.current();
      Expression value = expression();
      if (rank && !(value instanceof Expression.Call)) {
        throw tokens.unexpected(start);
      }
      boolean descending = tokens.acceptKeyword("DESC");
      boolean written = descending || tokens.acceptKeyword("ASC");
      orders.add(new Order(value, descending, written));
    } while (tokens.acceptSign(","));
    return orders;
  }

  private @Nullable Window window() {
    if (!tokens.acceptKeyword("OFFSET")) {
      return null;
    }
    Expression offset =
        count("SC2062", "The OFFSET count value exceeds the maximum allowed value.");
    tokens.requireKeyword("LIMIT");
    Expression limit = count("SC2061", "The LIMIT count value exceeds the maximum allowed value.");
    return new Window(offset, limit);
  }
}
