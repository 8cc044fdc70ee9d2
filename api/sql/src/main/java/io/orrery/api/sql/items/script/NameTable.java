// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import java.util.HashMap;
import java.util.Map;

/// Names of one length, to be found in texts and replaced there. Their common beginning leads to
/// them, so that a text is read once, however many they are.
final class NameTable {
  /// The final name of each; the name itself until that is known.
  private final Map<String, String> names = new HashMap<>();

  private String prefix = "";
  private int length;

  void add(String name) {
    if (names.isEmpty()) {
      prefix = name;
      length = name.length();
    } else if (name.length() != length) {
      throw new IllegalArgumentException("Names of one table have one length.");
    }
    int common = 0;
    while (common < prefix.length() && prefix.charAt(common) == name.charAt(common)) {
      common++;
    }
    prefix = prefix.substring(0, common);
    names.put(name, name);
  }

  /// Says what a name has become; others than those that were added do not count.
  void settle(String name, String settled) {
    names.computeIfPresent(name, (_, _) -> settled);
  }

  boolean isIn(String text) {
    return find(text, 0) >= 0;
  }

  String replaceIn(String text) {
    int found = find(text, 0);
    if (found < 0) {
      return text;
    }
    StringBuilder replaced = new StringBuilder(text.length());
    int done = 0;
    while (found >= 0) {
      String name = text.substring(found, found + length);
      replaced.append(text, done, found).append(names.getOrDefault(name, name));
      done = found + length;
      found = find(text, done);
    }
    return replaced.append(text, done, text.length()).toString();
  }

  /// Where the next name begins; negative if there is none.
  private int find(String text, int from) {
    if (names.isEmpty()) {
      return -1;
    }
    int at = text.indexOf(prefix, from);
    while (at >= 0 && at + length <= text.length()) {
      if (names.containsKey(text.substring(at, at + length))) {
        return at;
      }
      at = text.indexOf(prefix, at + 1);
    }
    return -1;
  }
}
