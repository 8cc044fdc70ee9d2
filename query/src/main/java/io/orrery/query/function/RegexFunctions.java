// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.costly;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/// Searches with regular expressions. An invalid expression or modifier makes the result undefined.
final class RegexFunctions {
  static final List<Function> ALL =
      List.of(
          costly("RegexExtract", 2, 4, arguments -> extract(arguments, RegexFunctions::first)),
          costly("RegexExtractAll", 2, 4, arguments -> extract(arguments, RegexFunctions::all)),
          costly("RegexMatch", 2, 3, RegexFunctions::match),
          costly("RegexReplace", 3, 4, arguments -> replace("RegexReplace", arguments, 1)),
          costly(
              "RegexReplaceAll",
              3,
              4,
              arguments -> replace("RegexReplaceAll", arguments, Integer.MAX_VALUE)));

  private RegexFunctions() {}

  @FunctionalInterface
  private interface Extraction {
    Value of(Matcher matcher, int group);
  }

  /// The argument at that place, the empty string if there are not so many.
  private static Value modifiers(Value[] arguments, int place) {
    return arguments.length > place ? arguments[place] : new Text("");
  }

  private static Value match(Value[] arguments) {
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String pattern))
        || !(modifiers(arguments, 2) instanceof Text(String modifiers))) {
      return UNDEFINED;
    }
    return RegularExpression.find(pattern, modifiers)
        .<Value>map(expression -> Bool.of(expression.search(text, Matcher::find)))
        .orElse(UNDEFINED);
  }

  private static Value extract(Value[] arguments, Extraction extraction) {
    Value group = arguments.length > 3 ? arguments[3] : Numbers.of(0L);
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String pattern))
        || !(modifiers(arguments, 2) instanceof Text(String modifiers))
        || !Numbers.isInteger(group)
        || Numbers.toLong(group) < 0) {
      return UNDEFINED;
    }
    int number = (int) Math.min(Numbers.toLong(group), Integer.MAX_VALUE);
    return RegularExpression.find(pattern, modifiers)
        .map(expression -> expression.search(text, matcher -> extraction.of(matcher, number)))
        .orElse(UNDEFINED);
  }

  /// Undefined without a match or with a group that has no part in it.
  private static Value first(Matcher matcher, int group) {
    if (group > matcher.groupCount() || !matcher.find()) {
      return UNDEFINED;
    }
    String found = matcher.group(group);
    return found == null ? UNDEFINED : new Text(found);
  }

  private static Value all(Matcher matcher, int group) {
    if (group > matcher.groupCount()) {
      return UNDEFINED;
    }
    List<Value> found = new ArrayList<>();
    while (matcher.find()) {
      String part = matcher.group(group);
      if (part != null) {
        found.add(new Text(part));
      }
    }
    return new Array(found);
  }

  /// The replacement is put in as it is.
  private static Value replace(String function, Value[] arguments, int times) {
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String pattern))
        || !(arguments[2] instanceof Text(String replacement))
        || !(modifiers(arguments, 3) instanceof Text(String modifiers))) {
      return UNDEFINED;
    }
    return RegularExpression.find(pattern, modifiers)
        .<Value>map(
            expression ->
                expression.search(
                    text, matcher -> replace(function, matcher, text, replacement, times)))
        .orElse(UNDEFINED);
  }

  private static Text replace(
      String function, Matcher matcher, String text, String replacement, int times) {
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (int i = 0; i < times && matcher.find(); i++) {
      result.append(text, copied, matcher.start()).append(replacement);
      copied = matcher.end();
      TextFunctions.requireLength(function, result.length());
    }
    return new Text(result.append(text, copied, text.length()).toString());
  }
}
