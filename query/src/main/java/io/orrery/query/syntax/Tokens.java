// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

/// The tokens of a query with the one in front and the one behind it in view.
final class Tokens {
  private final String text;
  private final Lexer lexer;
  private Token current;
  private Token following;
  private int end;

  Tokens(String text) {
    this.text = text;
    this.lexer = new Lexer(text);
    this.current = lexer.next();
    this.following = current.kind() == Token.Kind.END ? current : lexer.next();
  }

  Token current() {
    return current;
  }

  Token following() {
    return following;
  }

  /// Where the last token taken ends.
  int end() {
    return end;
  }

  Token take() {
    Token taken = current;
    end = taken.end();
    current = following;
    if (current.kind() != Token.Kind.END) {
      following = lexer.next();
    }
    return taken;
  }

  boolean atSign(String sign) {
    return current.isSign(sign);
  }

  boolean atKeyword(String keyword) {
    return current.isKeyword(keyword);
  }

  boolean atKind(Token.Kind kind) {
    return current.kind() == kind;
  }

  boolean acceptSign(String sign) {
    boolean found = atSign(sign);
    if (found) {
      take();
    }
    return found;
  }

  boolean acceptKeyword(String keyword) {
    boolean found = atKeyword(keyword);
    if (found) {
      take();
    }
    return found;
  }

  void requireSign(String sign) {
    if (!acceptSign(sign)) {
      throw unexpected();
    }
  }

  void requireKeyword(String keyword) {
    if (!acceptKeyword(keyword)) {
      throw unexpected();
    }
  }

  Token require(Token.Kind kind) {
    if (!atKind(kind)) {
      throw unexpected();
    }
    return take();
  }

  /// The error of a query that cannot go on with the current token.
  QueryException unexpected() {
    return unexpected(current);
  }

  QueryException unexpected(Token token) {
    if (token.kind() == Token.Kind.END) {
      return new QueryException(
          new QueryError("SC1002", "Syntax error, unexpected end-of-file.", token.span()));
    }
    String written = text.substring(token.start(), token.end());
    String message = "Syntax error, incorrect syntax near '%s'.".formatted(written);
    return new QueryException(new QueryError("SC1001", message, token.span()));
  }
}
