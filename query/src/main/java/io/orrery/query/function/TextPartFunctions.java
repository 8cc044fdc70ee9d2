// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Text;
import java.util.List;

/// Parts of strings. Positions and lengths count UTF-16 units.
final class TextPartFunctions {
  static final List<Function> ALL =
      List.of(
          atDelimiter("LastSubstringAfter", true, true),
          atDelimiter("LastSubstringBefore", true, false),
          pure("LEFT", 2, arguments -> substring(arguments[0], Numbers.of(0L), arguments[1])),
          pure("RIGHT", 2, arguments -> right(arguments[0], arguments[1])),
          pure("SUBSTRING", 3, arguments -> substring(arguments[0], arguments[1], arguments[2])),
          atDelimiter("SubstringAfter", false, true),
          atDelimiter("SubstringBefore", false, false));

  private TextPartFunctions() {}

  /// Where it begins outside the string or has no positive length, there is the empty string.
  private static Value substring(Value argument, Value start, Value length) {
    if (!(argument instanceof Text(String text))
        || !start.kind().isNumber()
        || !length.kind().isNumber()) {
      return UNDEFINED;
    }
    if (text.isEmpty()) {
      return argument;
    }
    if (!Numbers.isInteger(start) || !Numbers.isInteger(length)) {
      return UNDEFINED;
    }
    return new Text(substring(text, Numbers.toLong(start), Numbers.toLong(length)));
  }

  private static String substring(String text, long start, long length) {
    if (start < 0 || start >= text.length() || length <= 0) {
      return "";
    }
    int begin = (int) start;
    return text.substring(begin, begin + (int) Math.min(length, text.length() - begin));
  }

  private static Value right(Value argument, Value length) {
    if (!(argument instanceof Text(String text)) || !Numbers.isInteger(length)) {
      return UNDEFINED;
    }
    int wanted = Math.clamp(Numbers.toLong(length), 0, text.length());
    return new Text(text.substring(text.length() - wanted));
  }

  /// What stands before or after the first or last delimiter; undefined without any delimiter, for
  /// which nothing is documented.
  private static Function atDelimiter(String name, boolean last, boolean after) {
    return pure(
        name,
        2,
        arguments -> {
          if (!(arguments[0] instanceof Text(String text))
              || !(arguments[1] instanceof Text(String delimiter))) {
            return UNDEFINED;
          }
          int at = last ? text.lastIndexOf(delimiter) : text.indexOf(delimiter);
          if (at < 0) {
            return UNDEFINED;
          }
          return new Text(after ? text.substring(at + delimiter.length()) : text.substring(0, at));
        });
  }
}
