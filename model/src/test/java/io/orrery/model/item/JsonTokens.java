// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// JSON texts with every kind of token, and what a parser makes of them.
final class JsonTokens {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-1",
    "2147483648",
    "-9223372036854775808",
    "9007199254740993",
    "0.1",
    "1.50",
    "1e3",
    "1E-7",
    "-2.5e+10",
    "123456789012345678901",
    "5e-324",
    "1.7976931348623157e308"
  };
  private static final String[] CHARACTERS = {
    "a",
    "Z",
    " ",
    "ä",
    "€",
    "😀",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u0000",
    "\\u00e4",
    "\\ud83d\\ude00"
  };
  private static final String[] SPACES = {"", "", "", " ", "\n", "\t\r "};

  private JsonTokens() {}

  /// The tokens of a text; numbers by value, as decimals of the double where they are no integers.
  static List<String> of(String json) {
    List<String> tokens = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        tokens.add(
            switch (token) {
              case VALUE_STRING -> "string " + parser.getString();
              case PROPERTY_NAME -> "name " + parser.currentName();
              case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number " + number(parser.getString());
              default -> token.name();
            });
      }
    }
    return tokens;
  }

  static String random(SplittableRandom random) {
    var json = new StringBuilder();
    value(random, json, 4);
    return json.toString();
  }

  private static String number(String text) {
    return text.matches("-?[0-9]{1,18}")
        ? Long.toString(Long.parseLong(text))
        : integralAsLong(Double.parseDouble(text));
  }

  private static String integralAsLong(double value) {
    return value == (long) value ? Long.toString((long) value) : Double.toString(value);
  }

  private static void value(SplittableRandom random, StringBuilder json, int depth) {
    space(random, json);
    switch (random.nextInt(depth > 0 ? 9 : 5)) {
      case 0 -> json.append("null");
      case 1 -> json.append(random.nextBoolean());
      case 2, 3 -> json.append(NUMBERS[random.nextInt(NUMBERS.length)]);
      case 4 -> string(random, json, "");
      case 5, 6 -> members(random, json, depth, false);
      default -> members(random, json, depth, true);
    }
    space(random, json);
  }

  private static void members(
      SplittableRandom random, StringBuilder json, int depth, boolean named) {
    json.append(named ? '{' : '[');
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      json.append(i > 0 ? "," : "");
      if (named) {
        space(random, json);
        string(random, json, Integer.toString(i)); // makes the name unique
        json.append(':');
      }
      value(random, json, depth - 1);
    }
    if (count == 0) {
      space(random, json);
    }
    json.append(named ? '}' : ']');
  }

  private static void string(SplittableRandom random, StringBuilder json, String prefix) {
    json.append('"').append(prefix);
    for (int i = random.nextInt(12); i > 0; i--) {
      json.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    json.append('"');
  }

  private static void space(SplittableRandom random, StringBuilder json) {
    json.append(SPACES[random.nextInt(SPACES.length)]);
  }
}
