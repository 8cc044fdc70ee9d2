// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.filter;

import io.orrery.api.table.entities.DateTimeText;
import io.orrery.api.table.protocol.QuotedText;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.value.Value;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/// Cuts a filter into words, parentheses and literals.
final class FilterLexer {
  private static final Pattern GUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  /// A piece of a filter.
  sealed interface Token {
    record Word(String text) implements Token {}

    record Literal(Value value) implements Token {}

    enum Mark implements Token {
      OPEN,
      CLOSE,
      END
    }
  }

  private final String text;
  private int at;

  FilterLexer(String text) {
    this.text = text;
  }

  Token next() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return Token.Mark.END;
    }
    char first = text.charAt(at);
    if (first == '(' || first == ')') {
      at++;
      return first == '(' ? Token.Mark.OPEN : Token.Mark.CLOSE;
    }
    if (first == '\'') {
      return new Token.Literal(new Value.Text(quoted()));
    }
    if (first == '-' || first == '+' || first == '.' || isDigit(first)) {
      return new Token.Literal(number());
    }
    if (isNamePart(first)) {
      return word();
    }
    throw invalid("'%c' at %d".formatted(first, at));
  }

  private static boolean isDigit(char next) {
    return next >= '0' && next <= '9';
  }

  private static boolean isNamePart(char next) {
    return Character.isUnicodeIdentifierPart(next);
  }

  private Token word() {
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    if (at < text.length() && text.charAt(at) == '\'') {
      return new Token.Literal(typed(word, quoted()));
    }
    return switch (word) {
      case "true" -> new Token.Literal(Value.Bool.TRUE);
      case "false" -> new Token.Literal(Value.Bool.FALSE);
      default -> new Token.Word(word);
    };
  }

  private Value typed(String type, String content) {
    return switch (type) {
      case "datetime" -> DateTimeText.parse(content);
      case "guid" -> {
        if (!GUID.matcher(content).matches()) {
          throw invalid("the guid '%s'".formatted(content));
        }
        yield new Value.Uuid(UUID.fromString(content));
      }
      case "X", "x", "binary" -> {
        try {
          yield new Value.Binary(HexFormat.of().parseHex(content), 0);
        } catch (IllegalArgumentException _) {
          throw invalid("the binary '%s'".formatted(content));
        }
      }
      default -> throw invalid("a literal of the type " + type);
    };
  }

  private String quoted() {
    int start = at;
    QuotedText quoted =
        QuotedText.at(text, start)
            .orElseThrow(
                () -> invalid("a text that begins at %d and does not end".formatted(start)));
    at = quoted.end();
    return quoted.content();
  }

  private Value number() {
    int start = at++;
    while (at < text.length() && isNumberPart(at)) {
      at++;
    }
    String number = text.substring(start, at);
    try {
      return value(number.toLowerCase(Locale.ROOT));
    } catch (NumberFormatException _) {
      throw invalid("the number " + number);
    }
  }

  /// Digits, letters and the point; a sign only behind the `e` of an exponent.
  private boolean isNumberPart(int position) {
    char next = text.charAt(position);
    return next == '.'
        || Character.isLetterOrDigit(next)
        || ((next == '-' || next == '+')
            && Character.toLowerCase(text.charAt(position - 1)) == 'e');
  }

  private static Value value(String number) {
    int end = number.length() - 1;
    return switch (number.charAt(end)) {
      case 'l' -> new Value.Int64(Long.parseLong(number, 0, end, 10));
      case 'd', 'f', 'm' -> new Value.Float64(Double.parseDouble(number.substring(0, end)));
      default -> {
        if (number.indexOf('.') >= 0 || number.indexOf('e') >= 0) {
          yield new Value.Float64(Double.parseDouble(number));
        }
        long whole = Long.parseLong(number);
        yield (int) whole == whole ? new Value.Int32((int) whole) : new Value.Int64(whole);
      }
    };
  }

  static TableRefusal invalid(String found) {
    return TableRefusal.invalid(
        "One of the request inputs is not valid: the filter has %s.".formatted(found));
  }
}
