// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How the text of a setting becomes a value and back.
///
/// @param hint completes the sentence "it must be …"
/// @param parser throws [IllegalArgumentException] for text that is none of these
public record SettingType<T>(
    String hint, Function<String, T> parser, Function<T, String> formatter) {

  static final SettingType<String> TEXT =
      new SettingType<>("some text", SettingType::requireText, Function.identity());

  /// Shown as stars.
  static final SettingType<String> SECRET =
      new SettingType<>("some text", SettingType::requireText, _ -> "********");

  static final SettingType<Path> PATH =
      new SettingType<>("a path", SettingType::parsePath, Path::toString);

  static final SettingType<Integer> PORT =
      new SettingType<>(
          "a port from 0 (any free one) to 65535",
          text -> (int) inRange(Long.parseLong(text), 0, 65_535),
          String::valueOf);

  /// The port of a door that may stay closed.
  static final SettingType<Optional<Integer>> DOOR_PORT =
      new SettingType<>(
          "a port from 0 (any free one) to 65535, or off",
          text -> text.equals("off") ? Optional.empty() : Optional.of(PORT.parser().apply(text)),
          port -> port.map(String::valueOf).orElse("off"));

  static final SettingType<Long> LONG =
      new SettingType<>(
          "a whole number, 0 or more",
          text -> inRange(Long.parseLong(text), 0, Long.MAX_VALUE),
          String::valueOf);

  static final SettingType<Double> SHARE =
      new SettingType<>("a number above 0 and up to 1", SettingType::parseShare, String::valueOf);

  static final SettingType<Integer> HOURS =
      new SettingType<>(
          "a number of hours from 1 to 168",
          text -> (int) inRange(Long.parseLong(text), 1, 168),
          String::valueOf);

  static final SettingType<Boolean> SWITCH =
      new SettingType<>("on or off", SettingType::parseSwitch, on -> on ? "on" : "off");

  static final SettingType<Long> BYTES =
      new SettingType<>("a size such as 512KB, 2MB or 20GB", ByteSize::parse, ByteSize::format);

  static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
    E[] constants = type.getEnumConstants();
    String names =
        Arrays.stream(constants).map(SettingType::lowerCase).collect(Collectors.joining(", "));
    return new SettingType<>(
        "one of " + names,
        text ->
            Arrays.stream(constants)
                .filter(constant -> constant.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new),
        SettingType::lowerCase);
  }

  static SettingType<String> oneOf(String... texts) {
    return new SettingType<>(
        "one of " + String.join(", ", texts),
        text -> {
          if (!List.of(texts).contains(text)) {
            throw new IllegalArgumentException();
          }
          return text;
        },
        Function.identity());
  }

  /// Whether it can be given without a value, which then means on.
  public boolean isSwitch() {
    return equals(SWITCH);
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static long inRange(long number, long min, long max) {
    if (number < min || number > max) {
      throw new IllegalArgumentException();
    }
    return number;
  }

  private static String requireText(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException();
    }
    return text;
  }

  private static Path parsePath(String text) {
    try {
      return Path.of(requireText(text));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static double parseShare(String text) {
    double share = Double.parseDouble(text);
    if (share > 0 && share <= 1) {
      return share;
    }
    throw new IllegalArgumentException();
  }

  private static boolean parseSwitch(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on", "true", "yes", "1" -> true;
      case "off", "false", "no", "0" -> false;
      default -> throw new IllegalArgumentException();
    };
  }
}
