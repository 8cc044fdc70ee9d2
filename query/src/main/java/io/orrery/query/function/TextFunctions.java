// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/// Strings made of strings. Case is changed character by character, so no string changes its length
/// by it (`ß` has no upper case).
final class TextFunctions {
  /// As documented for REPLICATE.
  private static final int REPLICATED_LENGTH_MAX = 10_000;

  /// More than a page of an answer could hold; keeps a query from filling the memory.
  private static final long LENGTH_MAX = 4L << 20;

  static final List<Function> ALL =
      List.of(
          pure("CONCAT", 2, Integer.MAX_VALUE, TextFunctions::concatenate),
          pure("LENGTH", 1, arguments -> length(arguments[0])),
          pure("LOWER", 1, arguments -> map(arguments[0], Character::toLowerCase)),
          pure("LTRIM", 1, 2, arguments -> trim(arguments, true, false)),
          pure("REPLACE", 3, TextFunctions::replace),
          pure("REPLICATE", 2, TextFunctions::replicate),
          pure("REVERSE", 1, arguments -> reverse(arguments[0])),
          pure("RTRIM", 1, 2, arguments -> trim(arguments, false, true)),
          pure("StringJoin", 2, TextFunctions::join),
          pure("StringSplit", 2, TextFunctions::split),
          pure("TRIM", 1, 2, arguments -> trim(arguments, true, true)),
          pure("UPPER", 1, arguments -> map(arguments[0], Character::toUpperCase)));

  private TextFunctions() {}

  private static Value concatenate(Value[] arguments) {
    return join("CONCAT", List.of(arguments), "");
  }

  private static Value join(Value[] arguments) {
    return arguments[0] instanceof Array(List<Value> elements)
            && arguments[1] instanceof Text(String separator)
        ? join("StringJoin", elements, separator)
        : UNDEFINED;
  }

  private static Value join(String function, List<Value> parts, String separator) {
    long length = 0;
    for (Value part : parts) {
      if (!(part instanceof Text(String text))) {
        return UNDEFINED;
      }
      length += text.length() + (long) separator.length();
    }
    requireLength(function, length);
    StringBuilder result = new StringBuilder((int) length);
    for (int i = 0; i < parts.size(); i++) {
      result.append(i == 0 ? "" : separator).append(((Text) parts.get(i)).value());
    }
    return new Text(result.toString());
  }

  static void requireLength(String function, long length) {
    if (length > LENGTH_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          function
              + " would make a string of more than "
              + LENGTH_MAX
              + " characters; select its parts instead.");
    }
  }

  private static Value length(Value argument) {
    return argument instanceof Text(String text) ? Numbers.of((long) text.length()) : UNDEFINED;
  }

  private static Value map(Value argument, IntUnaryOperator mapping) {
    if (!(argument instanceof Text(String text))) {
      return UNDEFINED;
    }
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints().map(mapping).forEach(result::appendCodePoint);
    return new Text(result.toString());
  }

  /// Without a second argument white space goes, otherwise any of the characters given.
  private static Value trim(Value[] arguments, boolean left, boolean right) {
    if (!(arguments[0] instanceof Text(String text))) {
      return UNDEFINED;
    }
    if (arguments.length == 1) {
      return trim(text, TextFunctions::isWhiteSpace, left, right);
    }
    return arguments[1] instanceof Text(String unwanted)
        ? trim(text, character -> unwanted.indexOf(character) >= 0, left, right)
        : UNDEFINED;
  }

  private static Value trim(String text, IntPredicate unwanted, boolean left, boolean right) {
    int begin = 0;
    int end = text.length();
    while (left && begin < end && unwanted.test(text.codePointAt(begin))) {
      begin += Character.charCount(text.codePointAt(begin));
    }
    while (right && begin < end && unwanted.test(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return new Text(text.substring(begin, end));
  }

  /// White space as .NET has it: Java's leaves out spaces that do not break and counts separators.
  private static boolean isWhiteSpace(int character) {
    return Character.isSpaceChar(character)
        || (character >= '\t' && character <= '\r')
        || character == 0x85;
  }

  private static Value replace(Value[] arguments) {
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String part))
        || !(arguments[2] instanceof Text(String replacement))
        || part.isEmpty()) {
      return UNDEFINED;
    }
    long occurrences = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      occurrences++;
    }
    requireLength(
        "REPLACE",
        text.length() + occurrences * ((long) replacement.length() - (long) part.length()));
    return new Text(text.replace(part, replacement));
  }

  private static Value replicate(Value[] arguments) {
    double times = Numbers.toDouble(arguments[1]);
    // Written so that NaN fails too.
    if (!(arguments[0] instanceof Text(String text)) || !(times >= 0) || Double.isInfinite(times)) {
      return UNDEFINED;
    }
    double whole = Math.floor(times);
    return text.length() * whole <= REPLICATED_LENGTH_MAX
        ? new Text(text.isEmpty() ? "" : text.repeat((int) whole))
        : UNDEFINED;
  }

  /// Character by character: a pair of surrogates stays one.
  private static Value reverse(Value argument) {
    return argument instanceof Text(String text)
        ? new Text(new StringBuilder(text).reverse().toString())
        : UNDEFINED;
  }

  private static Value split(Value[] arguments) {
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String separator))) {
      return UNDEFINED;
    }
    if (separator.isEmpty()) {
      return new Array(List.of(arguments[0]));
    }
    List<Value> parts = new ArrayList<>();
    int begin = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, begin)) {
      parts.add(new Text(text.substring(begin, at)));
      begin = at + separator.length();
    }
    parts.add(new Text(text.substring(begin)));
    return new Array(parts);
  }
}
