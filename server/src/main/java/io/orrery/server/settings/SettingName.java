// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.util.Locale;

/// One name in three spellings: `limits.logicalPartitionBytes` in a file,
/// `--limits.logical-partition-bytes` on the command line, `ORRERY_LIMITS_LOGICAL_PARTITION_BYTES`
/// in the environment.
record SettingName(String text) {
  static final String VARIABLE_PREFIX = "ORRERY_";

  String flag() {
    return "--" + separateWords('-').toLowerCase(Locale.ROOT);
  }

  String variable() {
    return VARIABLE_PREFIX + separateWords('_').replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /// The name meant by a key of a file, where people write `in-memory` as well as `inMemory`.
  static SettingName ofFileKey(String key) {
    var name = new StringBuilder(key.length());
    boolean capital = false;
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c == '-') {
        capital = true;
      } else {
        name.append(capital ? Character.toUpperCase(c) : c);
        capital = false;
      }
    }
    return new SettingName(name.toString());
  }

  private String separateWords(char separator) {
    var words = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isUpperCase(c)) {
        words.append(separator);
      }
      words.append(c);
    }
    return words.toString();
  }
}
