// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

/// One word or sign of the text.
///
/// @param text of a name, number, parameter or sign as written; of a keyword in upper case; of a
///   string what it means
record Token(Kind kind, String text, int start, int end) {
  enum Kind {
    NAME,
    KEYWORD,
    NUMBER,
    TEXT,
    PARAMETER,
    SIGN,
    END
  }

  boolean is(Kind expected, String word) {
    return kind == expected && text.equals(word);
  }

  boolean isSign(String sign) {
    return is(Kind.SIGN, sign);
  }

  boolean isKeyword(String keyword) {
    return is(Kind.KEYWORD, keyword);
  }

  Span span() {
    return new Span(start, end);
  }
}
