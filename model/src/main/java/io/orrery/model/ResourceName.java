// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import java.util.Locale;

/// What databases, containers and what belongs to them may be called. The SQL API puts these names
/// into addresses, hence the forbidden characters.
public final class ResourceName {
  private static final String FORBIDDEN = "/\\#?";

  private ResourceName() {}

  /// Returns the name of a database or container if it may be one; otherwise fails with
  /// INVALID_ARGUMENT and the reason. `resource` says what is being named: "database".
  public static String require(String resource, String name, Limits limits) {
    requireLength(resource, name, limits);
    requireCharacters(resource, name);
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw refuse(resource, "contains the control character " + describe(name.charAt(i)));
      }
    }
    return name;
  }

  /// Returns the name of a script if it may be one; otherwise fails with INVALID_ARGUMENT and the
  /// reason. Like the id of an item it may have any character but the backslash: Cosmos takes them.
  public static String requireScript(String name, Limits limits) {
    requireLength("script", name, limits);
    if (name.indexOf('\\') >= 0) {
      throw refuse("script", "contains the character '\\'");
    }
    return name;
  }

  private static void requireLength(String resource, String name, Limits limits) {
    if (name.isEmpty()) {
      throw refuse(resource, "is empty");
    }
    if (name.length() > limits.nameLength()) {
      throw refuse(
          resource,
          "has " + name.length() + " characters, at most " + limits.nameLength() + " are allowed");
    }
  }

  private static void requireCharacters(String resource, String name) {
    for (int i = 0; i < name.length(); i++) {
      if (FORBIDDEN.indexOf(name.charAt(i)) >= 0) {
        throw refuse(resource, "contains the character '" + name.charAt(i) + "'");
      }
    }
    if (name.endsWith(" ")) {
      throw refuse(resource, "ends with a space");
    }
  }

  private static String describe(char unit) {
    return String.format(Locale.ROOT, "U+%04X", (int) unit);
  }

  private static OrreryException refuse(String resource, String reason) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "The %s name is not valid: it %s.".formatted(resource, reason));
  }
}
