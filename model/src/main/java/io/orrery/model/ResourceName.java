// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import java.util.Locale;

/// What databases, containers and items may be called. The SQL API puts these names into addresses,
/// hence the forbidden characters.
public final class ResourceName {
  private static final String FORBIDDEN = "/\\#?";

  private ResourceName() {}

  /// Returns the name of a database or container if it may be one; otherwise fails with
  /// INVALID_ARGUMENT and the reason. `resource` says what is being named: "database".
  public static String require(String resource, String name, Limits limits) {
    requireCharacters(resource, name);
    if (name.length() > limits.nameLength()) {
      throw refuse(
          resource,
          "has " + name.length() + " characters, at most " + limits.nameLength() + " are allowed");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw refuse(resource, "contains the control character " + describe(name.charAt(i)));
      }
    }
    return name;
  }

  /// Returns the id of an item if it may be one; otherwise fails with INVALID_ARGUMENT and the
  /// reason. Unlike a name it may contain control characters: Cosmos takes them.
  public static String requireItemId(String id, Limits limits) {
    requireCharacters("item", id);
    long bytes = utf8Length(id);
    if (bytes > limits.idBytes()) {
      throw refuse("item", "has " + bytes + " bytes, at most " + limits.idBytes() + " are allowed");
    }
    return id;
  }

  private static void requireCharacters(String resource, String name) {
    if (name.isEmpty()) {
      throw refuse(resource, "is empty");
    }
    for (int i = 0; i < name.length(); i++) {
      if (FORBIDDEN.indexOf(name.charAt(i)) >= 0) {
        throw refuse(resource, "contains the character '" + name.charAt(i) + "'");
      }
    }
    if (name.endsWith(" ")) {
      throw refuse(resource, "ends with a space");
    }
  }

  /// Counted without encoding; half a surrogate pair counts as the three bytes it is stored in.
  private static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < 0x80) {
        bytes += 1;
      } else if (unit < 0x800) {
        bytes += 2;
      } else if (Character.isHighSurrogate(unit)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        bytes += 3;
      }
    }
    return bytes;
  }

  private static String describe(char unit) {
    return String.format(Locale.ROOT, "U+%04X", (int) unit);
  }

  private static OrreryException refuse(String resource, String reason) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "The %s %s is not valid: it %s."
            .formatted(resource, resource.equals("item") ? "id" : "name", reason));
  }
}
