// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Values as JSON, which is how queries write them, too. Few different ones, so that those of a
/// query are often found in a document.
final class RandomJson {
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "ab",
          "abc",
          "b",
          "B",
          "Ab",
          "ß",
          "é",
          "😀",
          "a😀b",
          "a%b",
          "a_b",
          " a ",
          "12",
          "-3.5",
          "true",
          "null",
          "[1,2]",
          "{\\\"x\\\":1}");

  /// Sorts in front of an emoji by code points, as here, and behind it by UTF-16 code units, as in
  /// programs that compare the strings of Java or JavaScript.
  private static final String EXOTIC_TEXT = "\uFFFD";

  private static final List<String> DATES =
      List.of(
          "2024-02-29T23:59:59.9999999Z",
          "2023-12-31T00:00:00.0000000Z",
          "1970-01-01T00:00:00.0000000Z",
          "2024-02-29",
          "2024-13-01T00:00:00Z");

  private static final List<String> FRACTIONS = List.of("0.5", "1.5", "2.25", "-0.25", "1e3");

  /// Numbers that lose something on their way through other programs.
  private static final List<String> EXOTIC_NUMBERS =
      List.of(
          "-0.0",
          "0.1",
          "1e300",
          "-1e-7",
          "123456789012",
          "9007199254740993",
          "9007199254740992",
          "-9223372036854775808");

  private static final int LONG_TEXT = 1100;
  private static final List<String> NAMES = List.of("x", "y", "z", "w v", "k");

  private final Dice dice;
  private final boolean exotic;

  RandomJson(Dice dice, boolean exotic) {
    this.dice = dice;
    this.exotic = exotic;
  }

  String integer() {
    return Integer.toString(dice.between(-3, 9));
  }

  String number() {
    if (dice.chance(80)) {
      return integer();
    }
    return exotic && dice.chance(40) ? dice.oneOf(EXOTIC_NUMBERS) : dice.oneOf(FRACTIONS);
  }

  String bool() {
    return dice.oneOf("true", "false");
  }

  String text() {
    if (exotic && dice.chance(4)) {
      return '"' + "long".repeat(LONG_TEXT / 4) + dice.oneOf("", "a", "b") + '"';
    }
    return '"' + (exotic && dice.chance(5) ? EXOTIC_TEXT : dice.oneOf(TEXTS)) + '"';
  }

  String date() {
    return '"' + dice.oneOf(DATES) + '"';
  }

  String scalar() {
    return switch (dice.below(10)) {
      case 0 -> "null";
      case 1 -> bool();
      case 2, 3, 4, 5 -> number();
      default -> text();
    };
  }

  String any(int depth) {
    return switch (depth <= 0 ? 9 : dice.below(10)) {
      case 0, 1, 2 -> array(depth - 1);
      case 3, 4 -> object(depth - 1);
      default -> scalar();
    };
  }

  String array(int depth) {
    List<String> elements = new ArrayList<>();
    for (int i = dice.below(4); i > 0; i--) {
      elements.add(any(depth));
    }
    return "[" + String.join(",", elements) + "]";
  }

  String object(int depth) {
    List<String> names = new ArrayList<>(NAMES);
    Collections.shuffle(names, new Random(dice.below(1 << 20)));
    List<String> members = new ArrayList<>();
    for (String name : names.subList(0, dice.below(4))) {
      members.add('"' + name + "\":" + any(depth));
    }
    return "{" + String.join(",", members) + "}";
  }
}
