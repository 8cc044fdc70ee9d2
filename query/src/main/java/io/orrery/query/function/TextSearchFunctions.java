// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Text;
import java.util.List;

/// Strings found in strings. Positions count UTF-16 units. Where case is ignored, characters are
/// compared one by one by their simple case mappings, as .NET's ordinal comparison does.
final class TextSearchFunctions {
  static final List<Function> ALL =
      List.of(
          comparison("CONTAINS", TextSearchFunctions::contains),
          eachOf("CONTAINS_ALL_CI", true, false),
          eachOf("CONTAINS_ALL_CS", false, false),
          eachOf("CONTAINS_ANY_CI", true, true),
          eachOf("CONTAINS_ANY_CS", false, true),
          // Older spellings of the same.
          eachOf("ContainsAllCi", true, false),
          eachOf("ContainsAllCs", false, false),
          eachOf("ContainsAnyCi", true, true),
          eachOf("ContainsAnyCs", false, true),
          comparison("ENDSWITH", TextSearchFunctions::endsWith),
          pure("INDEX_OF", 2, 3, TextSearchFunctions::indexOf),
          pure("LastIndexOf", 2, 3, TextSearchFunctions::lastIndexOf),
          comparison("STARTSWITH", TextSearchFunctions::startsWith),
          comparison("StringEquals", TextSearchFunctions::equal));

  private TextSearchFunctions() {}

  @FunctionalInterface
  private interface Comparison {
    boolean test(String text, String part, boolean ignoreCase);
  }

  private static Function comparison(String name, Comparison comparison) {
    return pure(
        name,
        2,
        3,
        arguments -> {
          Value ignoreCase = arguments.length == 3 ? arguments[2] : Bool.FALSE;
          return arguments[0] instanceof Text(String text)
                  && arguments[1] instanceof Text(String part)
                  && ignoreCase instanceof Bool flag
              ? Bool.of(comparison.test(text, part, flag.isTrue()))
              : UNDEFINED;
        });
  }

  private static Function eachOf(String name, boolean ignoreCase, boolean decisive) {
    return pure(
        name, 2, Integer.MAX_VALUE, arguments -> containsEach(arguments, ignoreCase, decisive));
  }

  private static boolean contains(String text, String part, boolean ignoreCase) {
    if (!ignoreCase) {
      return text.contains(part);
    }
    for (int at = 0; at <= text.length() - part.length(); at++) {
      if (text.regionMatches(true, at, part, 0, part.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(String text, String part, boolean ignoreCase) {
    return text.regionMatches(ignoreCase, 0, part, 0, part.length());
  }

  private static boolean endsWith(String text, String part, boolean ignoreCase) {
    return text.regionMatches(ignoreCase, text.length() - part.length(), part, 0, part.length());
  }

  private static boolean equal(String text, String other, boolean ignoreCase) {
    return ignoreCase ? text.equalsIgnoreCase(other) : text.equals(other);
  }

  /// Whether the first argument contains all (or, if that decides, any) of the others: CONTAINS of
  /// each, joined by AND or OR, so one that is no string matters only if no other decides.
  private static Value containsEach(Value[] arguments, boolean ignoreCase, boolean decisive) {
    if (!(arguments[0] instanceof Text(String text))) {
      return UNDEFINED;
    }
    Value result = Bool.of(!decisive);
    for (int i = 1; i < arguments.length; i++) {
      if (!(arguments[i] instanceof Text(String part))) {
        result = UNDEFINED;
      } else if (contains(text, part, ignoreCase) == decisive) {
        return Bool.of(decisive);
      }
    }
    return result;
  }

  private static Value indexOf(Value[] arguments) {
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String part))) {
      return UNDEFINED;
    }
    if (arguments.length == 2) {
      return Numbers.of((long) text.indexOf(part));
    }
    if (!Numbers.isInteger(arguments[2]) || Numbers.toLong(arguments[2]) < 0) {
      return UNDEFINED;
    }
    long start = Numbers.toLong(arguments[2]);
    return Numbers.of(start > text.length() ? -1L : (long) text.indexOf(part, (int) start));
  }

  /// With a third argument, the part found has to end at that position or before it.
  private static Value lastIndexOf(Value[] arguments) {
    if (!(arguments[0] instanceof Text(String text))
        || !(arguments[1] instanceof Text(String part))) {
      return UNDEFINED;
    }
    if (arguments.length == 2) {
      return Numbers.of((long) text.lastIndexOf(part));
    }
    if (!Numbers.isInteger(arguments[2]) || Numbers.toLong(arguments[2]) < 0) {
      return UNDEFINED;
    }
    int end = (int) Math.min(Numbers.toLong(arguments[2]), text.length() - 1L);
    return Numbers.of((long) text.lastIndexOf(part, end - part.length() + 1));
  }
}
