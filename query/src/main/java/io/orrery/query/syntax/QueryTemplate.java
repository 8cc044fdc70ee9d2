// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import io.orrery.query.syntax.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;

/// The text of a query with parameters in the place of literals, so that queries that differ in
/// these alone are one template, and no value of a client stands in it. Blanks and comments do not
/// count; a list of literals after IN or in brackets becomes one parameter, however long it is.
///
/// What names a property stays: `c["name"]`, `c.tags[0]`, `{"name": …}`. So do `true`, `false`,
/// `null` and `undefined`, and parameters of the client's own.
public final class QueryTemplate {

  /// Where in the text we are.
  private enum Place {
    /// `c[…]`, which names a property.
    INDEX,
    /// `IN (…)` or `[…]`, where values stand side by side.
    VALUES,
    /// `{…}`
    OBJECT,
    OTHER
  }

  private static final Token NO_TOKEN = new Token(Kind.END, "", 0, 0);

  private final Lexer lexer;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Place> places = new ArrayDeque<>();
  private Token before = NO_TOKEN;
  private Token here;
  private Token next;
  private int parameters;

  /// The last thing written was a parameter for a value of a list.
  private boolean afterListed;

  private QueryTemplate(String text) {
    this.lexer = new Lexer(text);
    this.here = lexer.next();
    this.next = here.kind() == Kind.END ? here : lexer.next();
  }

  /// Fails with [QueryException] if the text has something that is no token.
  public static String of(String text) {
    return new QueryTemplate(text).write();
  }

  private String write() {
    while (here.kind() != Kind.END) {
      writeToken();
      before = here;
      here = next;
      next = here.kind() == Kind.END ? here : lexer.next();
    }
    return out.toString();
  }

  private void writeToken() {
    boolean literal = isLiteral();
    if (place() == Place.VALUES && afterListed && (literal || isCommaBeforeLiteral())) {
      return;
    }
    afterListed = literal && place() == Place.VALUES;
    follow();
    if (!out.isEmpty() && here.start() > before.end()) {
      out.append(' ');
    }
    if (literal) {
      out.append("@p").append(++parameters);
    } else {
      out.append(text());
    }
  }

  private boolean isCommaBeforeLiteral() {
    return here.isSign(",") && (next.kind() == Kind.TEXT || next.kind() == Kind.NUMBER);
  }

  private boolean isLiteral() {
    boolean value = here.kind() == Kind.TEXT || here.kind() == Kind.NUMBER;
    boolean name =
        place() == Place.INDEX
            || (place() == Place.OBJECT
                && next.isSign(":")
                && (before.isSign("{") || before.isSign(",")));
    return value && !name;
  }

  private Place place() {
    Place place = places.peek();
    return place == null ? Place.OTHER : place;
  }

  private void follow() {
    if (here.kind() != Kind.SIGN) {
      return;
    }
    switch (here.text()) {
      case "(" -> places.push(before.isKeyword("IN") ? Place.VALUES : Place.OTHER);
      case "[" -> places.push(endsValue(before) ? Place.INDEX : Place.VALUES);
      case "{" -> places.push(Place.OBJECT);
      case ")", "]", "}" -> places.poll();
      default -> {
        // Other signs do not open or close anything.
      }
    }
  }

  private static boolean endsValue(Token token) {
    return token.kind() == Kind.NAME || token.isSign("]") || token.isSign(")") || token.isSign("}");
  }

  /// Names of properties may have been written as strings, which are kept as JSON.
  private String text() {
    return here.kind() == Kind.TEXT ? quoted() : here.text();
  }

  private String quoted() {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < here.text().length(); i++) {
      char unit = here.text().charAt(i);
      if (unit == '"' || unit == '\\') {
        quoted.append('\\').append(unit);
      } else if (unit < ' ') {
        quoted.append("\\u%04x".formatted((int) unit));
      } else {
        quoted.append(unit);
      }
    }
    return quoted.append('"').toString();
  }
}
