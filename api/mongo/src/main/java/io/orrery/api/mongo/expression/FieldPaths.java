// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import java.util.List;

/// Names and paths as expressions and stages may have them.
public final class FieldPaths {
  private static final int LENGTH_MAX = 200;

  private FieldPaths() {}

  /// A dotted path. Refuses what no field can be called.
  public static List<String> names(String path) {
    if (path.isEmpty()) {
      throw MongoFailure.at(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw MongoFailure.at(40353, "FieldPath must not end with a '.'.");
    }
    List<String> names = List.of(path.split("\\.", -1));
    names.forEach(FieldPaths::requireName);
    if (names.size() > LENGTH_MAX) {
      throw new MongoFailure(MongoError.OVERFLOW, "FieldPath is too long");
    }
    return names;
  }

  static void requireName(String name) {
    if (name.isEmpty()) {
      throw MongoFailure.at(15998, "FieldPath field names may not be empty strings.");
    }
    if (name.startsWith("$")) {
      throw MongoFailure.at(
          16410,
          "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (name.indexOf('\0') >= 0) {
      throw MongoFailure.at(16411, "FieldPath field names may not contain '\0'.");
    }
  }

  /// A name that a client may give to a variable.
  public static String requireVariable(String name) {
    boolean letters =
        !name.isEmpty()
            && (name.equals(Variables.CURRENT)
                || Character.isLowerCase(name.charAt(0))
                || name.charAt(0) >= 0x80);
    for (int i = 1; letters && i < name.length(); i++) {
      char letter = name.charAt(i);
      letters = letter >= 0x80 || letter == '_' || Character.isLetterOrDigit(letter);
    }
    if (!letters) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          name.isEmpty()
              ? "empty variable names are not allowed"
              : "'%s' starts with an invalid character for a user variable name".formatted(name));
    }
    return name;
  }
}
