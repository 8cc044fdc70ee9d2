// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Values to and from their JSON text. What is no JSON of the wanted type is undefined; white space
/// around it does not matter.
final class ConversionFunctions {
  private static final int NUMBER_LENGTH_MAX = 1000;

  static final List<Function> ALL =
      List.of(
          pure("StringToArray", 1, arguments -> parse(arguments[0], '[')),
          pure("StringToBoolean", 1, arguments -> toBoolean(arguments[0])),
          pure("StringToNull", 1, arguments -> toNull(arguments[0])),
          pure("StringToNumber", 1, arguments -> toNumber(arguments[0])),
          pure("StringToObject", 1, arguments -> parse(arguments[0], '{')),
          pure("ToString", 1, arguments -> toText(arguments[0])));

  private ConversionFunctions() {}

  private static Value toBoolean(Value argument) {
    return switch (strip(argument)) {
      case "true" -> Bool.TRUE;
      case "false" -> Bool.FALSE;
      default -> UNDEFINED;
    };
  }

  private static Value toNull(Value argument) {
    return strip(argument).equals("null") ? Null.NULL : UNDEFINED;
  }

  private static Value toNumber(Value argument) {
    String text = strip(argument);
    if (text.isEmpty() || text.length() > NUMBER_LENGTH_MAX) {
      return UNDEFINED;
    }
    char first = text.charAt(0);
    return first == '-' || (first >= '0' && first <= '9') ? parse(text) : UNDEFINED;
  }

  private static Value parse(Value argument, char opening) {
    String text = strip(argument);
    return !text.isEmpty() && text.charAt(0) == opening ? parse(text) : UNDEFINED;
  }

  private static Value parse(String text) {
    // Half a surrogate pair would silently become a question mark.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return UNDEFINED;
    }
    try {
      return StoredItems.decode(StoredItems.fromJson(text.getBytes(StandardCharsets.UTF_8)));
    } catch (OrreryException _) {
      return UNDEFINED; // no JSON, and that is all the function has to say about it
    }
  }

  /// Without the white space of JSON; empty for what is no string.
  private static String strip(Value argument) {
    if (!(argument instanceof Text(String text))) {
      return "";
    }
    int begin = 0;
    int end = text.length();
    while (begin < end && isSpace(text.charAt(begin))) {
      begin++;
    }
    while (begin < end && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isSpace(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
  }

  private static Value toText(Value argument) {
    if (argument instanceof Undefined || argument instanceof Text) {
      return argument;
    }
    return new Text(
        argument instanceof Float64(double number) && !Double.isFinite(number)
            ? Double.toString(number)
            : new String(StoredItems.toJson(StoredItems.encode(argument)), StandardCharsets.UTF_8));
  }
}
